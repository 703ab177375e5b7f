package dev.latchkey.lab.workload;

import dev.latchkey.lab.process.Waiting;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.StringSerializer;

/** The smallest relay, for trying out workload and checker: no cluster, no fences, and two ways to be wrong. */
final class StandInRelay implements AutoCloseable {
    private static final String COLUMNS = "select id, aggregatetype, aggregateid, payload, seq from public.outbox ";

    /** How it finds the next events. */
    enum Reading {
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
    private final KafkaProducer<String, String> producer;
    private final Thread thread = new Thread(this::relay, "stand-in-relay");
    private volatile boolean stopping;
    private long highest;

    StandInRelay(Reading reading, ConnectionSource source, String bootstrapServers) {
        this.reading = reading;
        this.source = source;
        this.producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers, "transactional.id", "stand-in"),
                new StringSerializer(),
                new StringSerializer());
    }

    void start() {
        thread.start();
    }

    private void relay() {
        producer.initTransactions();
        try (producer;
                Connection connection = source.open()) {
            connection.setAutoCommit(false);
            while (!stopping) {
                round(connection);
                Waiting.within(Duration.ofMillis(10), () -> stopping);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void round(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(COLUMNS + reading.clause);
                PreparedStatement delete = connection.prepareStatement("delete from public.outbox where id = ?")) {
            select.setLong(1, highest);
            try (ResultSet rows = select.executeQuery()) {
                producer.beginTransaction();
                while (rows.next()) {
                    producer.send(event(rows));
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
