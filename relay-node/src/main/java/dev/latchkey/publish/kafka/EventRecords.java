package dev.latchkey.publish.kafka;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.latchkey.failure.PoisonFailure;
import dev.latchkey.outbox.OutboxEvent;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;

/**
 * Turns events into Kafka records: topic from the aggregate type, key and value byte for byte, the event id in the header
 * {@code id}, its type in {@code eventType}, and the members of the headers column. The record's time is when the writer's
 * transaction began. Thread-safe.
 */
final class EventRecords {
    private final JsonFactory json = new ObjectMapper().getFactory();
    private final String topicPrefix;

    EventRecords(String topicPrefix) {
        this.topicPrefix = topicPrefix;
    }

    ProducerRecord<byte[], byte[]> record(OutboxEvent event) throws PoisonFailure {
        if (event.aggregateType() == null) {
            throw poison(event, "its aggregate type is null, so it has no topic", null);
        }
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                topicPrefix + event.aggregateType(),
                null,
                Math.floorDiv(event.transactionStart(), 1000L),
                event.key(),
                event.payload());
        if (event.headers() != null) {
            addHeaders(event, record.headers());
        }
        // Ours come last: consumers ask for the last header of a name, and the writer's column may hold an id too.
        record.headers().add("id", bytes(event.ref().id().toString()));
        if (event.type() != null) {
            record.headers().add("eventType", bytes(event.type()));
        }
        return record;
    }

    private void addHeaders(OutboxEvent event, Headers headers) throws PoisonFailure {
        try (JsonParser parser = json.createParser(event.headers())) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw poison(event, "its headers column holds no JSON object", null);
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                headers.add(name, value(parser));
            }
        } catch (IOException e) {
            throw poison(event, "its headers column can't be read as JSON", e);
        }
    }

    /** Text as it is, other scalars as they are written, null as null, structures as JSON. */
    private byte[] value(JsonParser parser) throws IOException {
        JsonToken token = parser.nextToken();
        if (token == JsonToken.VALUE_NULL) {
            return null;
        }
        if (token.isScalarValue()) {
            return bytes(parser.getText());
        }
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = json.createGenerator(text)) {
            generator.copyCurrentStructureExact(parser);
        }
        return bytes(text.toString());
    }

    private static PoisonFailure poison(OutboxEvent event, String why, Throwable cause) {
        return new PoisonFailure(event.ref().id(), event.slot(), event + " can't be published: " + why, cause);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
