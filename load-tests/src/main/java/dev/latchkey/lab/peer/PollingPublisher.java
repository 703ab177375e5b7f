package dev.latchkey.lab.peer;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/**
 * The plain polling publisher: claim the oldest rows, publish each, wait for the acks, delete the rows in the transaction
 * that claimed them. At least once; "oldest" is insert order, which is not commit order. For one thread.
 */
final class PollingPublisher {
    /** By the index on {@code seq}; rows that another worker holds are passed over. */
    private static final String CLAIM = """
            select id, aggregatetype, aggregateid, type, payload::text as payload from public.outbox
            order by seq limit ? for update skip locked""";

    private static final String DELETE = "delete from public.outbox where id = any(?)";

    private final Connection connection;
    private final Producer<String, String> producer;
    private final int batch;

    /** @param connection not in autocommit mode */
    PollingPublisher(Connection connection, Producer<String, String> producer, int batch) {
        this.connection = connection;
        this.producer = producer;
        this.batch = batch;
    }

    /** Publishes one batch; returns how many rows it held. */
    int publishBatch() throws SQLException, ExecutionException, InterruptedException {
        List<UUID> ids = new ArrayList<>();
        List<Future<RecordMetadata>> acks = new ArrayList<>();
        try (PreparedStatement claim = connection.prepareStatement(CLAIM)) {
            claim.setInt(1, batch);
            try (ResultSet rows = claim.executeQuery()) {
                while (rows.next()) {
                    ids.add(rows.getObject("id", UUID.class));
                    acks.add(producer.send(event(rows)));
                }
            }
        }
        producer.flush();
        for (Future<RecordMetadata> ack : acks) {
            ack.get();
        }
        delete(ids);
        connection.commit();
        return ids.size();
    }

    private static ProducerRecord<String, String> event(ResultSet row) throws SQLException {
        ProducerRecord<String, String> event = new ProducerRecord<>(
                "outbox.event." + row.getString("aggregatetype"),
                row.getString("aggregateid"),
                row.getString("payload"));
        event.headers()
                .add("id", row.getString("id").getBytes(StandardCharsets.UTF_8))
                .add("eventType", row.getString("type").getBytes(StandardCharsets.UTF_8));
        return event;
    }

    private void delete(List<UUID> ids) throws SQLException {
        if (ids.isEmpty()) {
            return;
        }
        try (PreparedStatement delete = connection.prepareStatement(DELETE)) {
            delete.setArray(1, connection.createArrayOf("uuid", ids.toArray()));
            delete.executeUpdate();
        }
    }
}
