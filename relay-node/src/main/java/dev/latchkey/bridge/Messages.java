package dev.latchkey.bridge;

import dev.latchkey.metrics.BridgeMetrics;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Function;

/** Makes the messages. What is no JSON is never dropped. Used by one thread. */
final class Messages {
    private final Function<String, Optional<byte[]>> json;
    private final String deadLetterQueue;
    private final BridgeMetrics metrics;

    /**
     * @param json the canonical bytes of a JSON text; empty for a text that is none
     * @param deadLetterQueue null has what is no JSON published verbatim
     */
    Messages(Function<String, Optional<byte[]>> json, String deadLetterQueue, BridgeMetrics metrics) {
        this.json = json;
        this.deadLetterQueue = deadLetterQueue;
        this.metrics = metrics;
    }

    QueueMessage of(Channel channel, EventRow row) {
        return of(channel, Long.toString(row.id()), row.payload());
    }

    QueueMessage of(Channel channel, Notification notification) {
        return of(channel, null, notification.payload());
    }

    private QueueMessage of(Channel channel, String id, String payload) {
        if (payload == null) {
            return new QueueMessage(channel.queue(), id, null, null);
        }
        return json.apply(payload)
                .map(body -> new QueueMessage(channel.queue(), id, body, null))
                .orElseGet(() -> invalid(channel, id, payload));
    }

    private QueueMessage invalid(Channel channel, String id, String payload) {
        metrics.invalidJson();
        byte[] verbatim = payload.getBytes(StandardCharsets.UTF_8);
        return deadLetterQueue == null
                ? new QueueMessage(channel.queue(), id, verbatim, null)
                : new QueueMessage(deadLetterQueue, id, verbatim, "invalid JSON on channel " + channel.name());
    }
}
