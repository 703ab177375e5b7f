package dev.latchkey.lab.load;

import dev.latchkey.lab.cluster.NodeProcess;
import dev.latchkey.lab.history.HistoryRecorder;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * Where a trial runs: servers and relay nodes, started here or by others. What a stage has started ends with it.
 *
 * <p>For one thread, but for {@link #connect()} and {@link #adminUrls()}, which any may call.
 */
interface Stage extends AutoCloseable {
    /** Servers, tables, nodes: whatever isn't there yet. Returns when events can flow. */
    void start() throws SQLException;

    /** A new connection to the database with the outbox; the caller closes it. */
    Connection connect() throws SQLException;

    /** Kafka's; where the stage has no Kafka there is nothing to ask for. */
    String bootstrapServers();

    /** Those who read its events. */
    default Readers readers(HistoryRecorder history) {
        return new KafkaReaders(bootstrapServers(), mayHoldOldRecords(), history);
    }

    /** The nodes that this stage has started; empty where others did. */
    List<NodeProcess> nodes();

    /** Where the nodes can be asked; one that is down may be among them. */
    default List<URI> adminUrls() {
        return nodes().stream().map(NodeProcess::adminUrl).toList();
    }

    /** The servers and nodes, where they are the stage's own and may be hit. */
    default Optional<LoadCluster> own() {
        return Optional.empty();
    }

    /** Whether topics may hold records from before: they are no part of a trial, and are not read. */
    default boolean mayHoldOldRecords() {
        return true;
    }

    /** What it consists of, for a person. */
    String line();

    @Override
    void close();
}
