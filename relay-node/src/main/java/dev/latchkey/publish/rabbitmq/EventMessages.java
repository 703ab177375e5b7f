package dev.latchkey.publish.rabbitmq;

import com.rabbitmq.client.AMQP;
import dev.latchkey.failure.PoisonFailure;
import dev.latchkey.outbox.OutboxEvent;
import dev.latchkey.publish.HeadersColumn;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Date;
import java.util.HashMap;
import java.util.Map;

/**
 * Turns events into messages: persistent, the body byte for byte the payload, message id and header {@code id} the event's,
 * header {@code eventType} and the property {@code type} its type, header {@code aggregateid} its key, and the members of the
 * headers column. The timestamp, to the second, is when the writer's transaction began. Thread-safe.
 */
final class EventMessages {
    private static final int PERSISTENT = 2;

    private final Destination destination;
    private final String contentType;

    /** @param contentType of every payload */
    EventMessages(Destination destination, String contentType) {
        this.destination = destination;
        this.contentType = contentType;
    }

    AmqpMessage message(OutboxEvent event) throws PoisonFailure {
        return new AmqpMessage(
                destination.exchange().fill(event),
                destination.routingKey().fill(event),
                properties(event),
                event.payload() == null ? NullPayload.BODY : event.payload(),
                orderKey(event));
    }

    /** Two events with the same one keep their order; null where an event has no key. */
    static Object orderKey(OutboxEvent event) {
        return event.key() == null ? null : ByteBuffer.wrap(event.key());
    }

    private AMQP.BasicProperties properties(OutboxEvent event) throws PoisonFailure {
        Map<String, Object> headers = new HashMap<>();
        HeadersColumn.read(event, headers::put);
        // Ours come last: the writer's column may hold an id too.
        headers.put("id", event.ref().id().toString());
        if (event.type() != null) {
            headers.put("eventType", event.type());
        }
        if (event.key() != null) {
            headers.put("aggregateid", new String(event.key(), StandardCharsets.UTF_8));
        }
        if (event.payload() == null) {
            headers.put(NullPayload.HEADER, true);
        }
        return new AMQP.BasicProperties.Builder()
                .contentType(contentType)
                .deliveryMode(PERSISTENT)
                .messageId(event.ref().id().toString())
                .type(event.type())
                .timestamp(new Date(Math.floorDiv(event.transactionStart(), 1000L)))
                .headers(headers)
                .build();
    }
}
