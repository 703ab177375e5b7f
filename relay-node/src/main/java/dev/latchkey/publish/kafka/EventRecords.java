package dev.latchkey.publish.kafka;

import dev.latchkey.failure.PoisonFailure;
import dev.latchkey.outbox.OutboxEvent;
import dev.latchkey.publish.HeadersColumn;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Turns events into Kafka records: topic from the aggregate type, key and value byte for byte, the event id in the header
 * {@code id}, its type in {@code eventType}, and the members of the headers column. The record's time is when the writer's
 * transaction began. Thread-safe.
 */
final class EventRecords {
    private final String topicPrefix;

    EventRecords(String topicPrefix) {
        this.topicPrefix = topicPrefix;
    }

    ProducerRecord<byte[], byte[]> record(OutboxEvent event) throws PoisonFailure {
        if (event.aggregateType() == null) {
            throw event.poison("its aggregate type is null, so it has no topic", null);
        }
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                topicPrefix + event.aggregateType(),
                null,
                Math.floorDiv(event.transactionStart(), 1000L),
                event.key(),
                event.payload());
        HeadersColumn.read(event, (name, value) -> record.headers().add(name, value == null ? null : bytes(value)));
        // Ours come last: consumers ask for the last header of a name, and the writer's column may hold an id too.
        record.headers().add("id", bytes(event.ref().id().toString()));
        if (event.type() != null) {
            record.headers().add("eventType", bytes(event.type()));
        }
        return record;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
