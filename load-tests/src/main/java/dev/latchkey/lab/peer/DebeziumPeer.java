package dev.latchkey.lab.peer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.latchkey.lab.cluster.AdminClient;
import dev.latchkey.lab.process.FreePorts;
import dev.latchkey.lab.process.ScratchFolder;
import dev.latchkey.lab.process.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Debezium's PostgreSQL connector with its outbox router, on Kafka Connect standalone: log tailing, at least once.
 *
 * <p>It publishes what was written since its slot exists; that rows are deleted later is nothing to it.
 */
public final class DebeziumPeer implements Contender {
    private static final List<String> JAVA_OPTIONS =
            List.of("-Xmx1g", "-XX:+UseSerialGC", "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");
    private static final String MAIN = "org.apache.kafka.connect.cli.ConnectStandalone";
    private static final String NAME = "debezium";
    private static final Duration RELEASE_LIMIT = Duration.ofSeconds(15);

    private final int restPort = FreePorts.next();
    private final PeerProcess process;

    /** Fetches its libraries if they are missing. */
    public DebeziumPeer(PeerTarget target) {
        String classPath = DebeziumLibraries.inBuildFolder().classPath();
        ScratchFolder folder = ScratchFolder.create(NAME);
        String worker = PeerFiles.write(
                        folder.path().resolve("worker.properties"),
                        DebeziumSettings.worker(target, restPort, folder.path()))
                .toString();
        String connector = PeerFiles.write(
                        folder.path().resolve("connector.properties"), DebeziumSettings.connector(target))
                .toString();
        this.process = new PeerProcess(NAME, folder, JAVA_OPTIONS, classPath, MAIN, List.of(worker, connector));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<String> settings() {
        return List.of(
                "Debezium's outbox router on Kafka Connect standalone, at least once; "
                        + String.join(" ", JAVA_OPTIONS),
                "its producer: " + PeerFiles.line(DebeziumSettings.producer()),
                "its connector: " + PeerFiles.line(DebeziumSettings.tuning()));
    }

    /** The publication first: the slot decodes each change by the catalogue of its time. */
    @Override
    public void prepare(Connection connection) throws SQLException {
        forgetOffsets();
        try (Statement statement = connection.createStatement()) {
            statement.execute("create publication %s for table public.outbox".formatted(DebeziumSettings.PUBLICATION));
            statement.execute(
                    "select pg_create_logical_replication_slot('%s', 'pgoutput')".formatted(DebeziumSettings.SLOT));
        }
    }

    /** Offsets of an earlier round belong to a slot that is gone. */
    private void forgetOffsets() {
        try {
            Files.deleteIfExists(DebeziumSettings.offsets(process.folder()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void start() {
        process.start();
    }

    @Override
    public void awaitReady() {
        process.awaitReady(() -> "RUNNING".equals(task().path("state").asText()));
    }

    @Override
    public Optional<String> failure() {
        return process.failure().or(() -> {
            JsonNode task = task();
            return "FAILED".equals(task.path("state").asText())
                    ? Optional.of(
                            "debezium's task failed: " + task.path("trace").asText())
                    : Optional.empty();
        });
    }

    private JsonNode task() {
        URI status =
                URI.create("http://127.0.0.1:%d/connectors/%s/status".formatted(restPort, DebeziumSettings.CONNECTOR));
        return AdminClient.json(status)
                .map(answer -> answer.path("tasks").path(0))
                .orElse(MissingNode.getInstance());
    }

    @Override
    public void stop() {
        process.stop();
    }

    /** An abandoned slot keeps the log for ever. */
    @Override
    public void cleanUp(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            awaitReleased(statement);
            statement.execute("select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = '"
                    + DebeziumSettings.SLOT + "'");
            statement.execute("drop publication if exists " + DebeziumSettings.PUBLICATION);
            statement.execute("truncate public.outbox");
        }
    }

    /** The server notices that a connection went a moment after its process. */
    private static void awaitReleased(Statement statement) throws SQLException {
        long deadline = System.nanoTime() + RELEASE_LIMIT.toNanos();
        while (isActive(statement)) {
            if (System.nanoTime() - deadline > 0) {
                throw new IllegalStateException("the slot %s is still in use %d s after debezium ended"
                        .formatted(DebeziumSettings.SLOT, RELEASE_LIMIT.toSeconds()));
            }
            Waiting.within(Duration.ofMillis(100), () -> false);
        }
    }

    private static boolean isActive(Statement statement) throws SQLException {
        try (ResultSet active = statement.executeQuery(
                "select 1 from pg_replication_slots where active and slot_name = '" + DebeziumSettings.SLOT + "'")) {
            return active.next();
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
