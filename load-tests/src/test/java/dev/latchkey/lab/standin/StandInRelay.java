package dev.latchkey.lab.standin;

import dev.latchkey.lab.process.Waiting;
import dev.latchkey.lab.workload.ConnectionSource;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * The smallest relay, for trying out workload, checker and demo: one leader by a lock in the database, exactly once by
 * remembering everything that is in the broker, and two ways to be wrong.
 */
public final class StandInRelay implements AutoCloseable {
    private static final String COLUMNS = "select id, aggregatetype, aggregateid, payload, seq from public.outbox ";
    private static final String LEAD = "select pg_advisory_lock(1)";

    /** How it finds the next events. */
    public enum Reading {
        /** All that is there, in the order of the commits. */
        BY_COMMIT("where seq > 0 * ? order by pg_xact_commit_timestamp(xid::xid), seq"),
        /** All that is there, in the order in which it was inserted. */
        BY_INSERT("where seq > 0 * ? order by seq"),
        /** The classic mistake: what lies above the highest number seen. */
        ABOVE_HIGHEST_SEEN("where seq > ? order by seq");

        private final String clause;

        Reading(String clause) {
            this.clause = clause;
        }
    }

    private final Reading reading;
    private final ConnectionSource source;
    private final String bootstrapServers;
    private final Runnable onLead;
    private final Thread thread = new Thread(this::relay, "stand-in-relay");
    private final Set<String> published = new HashSet<>();
    private volatile boolean stopping;
    private long highest;

    /** @param onLead called on the relay's thread when it has become the leader */
    public StandInRelay(Reading reading, ConnectionSource source, String bootstrapServers, Runnable onLead) {
        this.reading = reading;
        this.source = source;
        this.bootstrapServers = bootstrapServers;
        this.onLead = onLead;
    }

    public void start() {
        thread.start();
    }

    private void relay() {
        try (Connection connection = source.open();
                Statement lead = connection.createStatement();
                KafkaProducer<String, String> producer = producer()) {
            lead.execute(LEAD);
            producer.initTransactions();
            published.addAll(PublishedIds.read(bootstrapServers));
            onLead.run();
            connection.setAutoCommit(false);
            while (!stopping) {
                round(connection, producer);
                Waiting.within(Duration.ofMillis(10), () -> stopping);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private KafkaProducer<String, String> producer() {
        return new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers, "transactional.id", "stand-in"),
                new StringSerializer(),
                new StringSerializer());
    }

    private void round(Connection connection, KafkaProducer<String, String> producer) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(COLUMNS + reading.clause);
                PreparedStatement delete = connection.prepareStatement("delete from public.outbox where id = ?")) {
            select.setLong(1, highest);
            try (ResultSet rows = select.executeQuery()) {
                producer.beginTransaction();
                while (rows.next()) {
                    if (published.add(rows.getString("id"))) {
                        producer.send(event(rows));
                    }
                    highest = Math.max(highest, rows.getLong("seq"));
                    delete.setObject(1, rows.getObject("id"));
                    delete.addBatch();
                }
                producer.commitTransaction();
            }
            delete.executeBatch();
            connection.commit();
        }
    }

    private static ProducerRecord<String, String> event(ResultSet row) throws SQLException {
        List<Header> headers =
                List.of(new RecordHeader("id", row.getString("id").getBytes(StandardCharsets.UTF_8)));
        String topic = "outbox.event." + row.getString("aggregatetype");
        return new ProducerRecord<>(topic, null, row.getString("aggregateid"), row.getString("payload"), headers);
    }

    @Override
    public void close() throws InterruptedException {
        stopping = true;
        thread.join();
    }
}
