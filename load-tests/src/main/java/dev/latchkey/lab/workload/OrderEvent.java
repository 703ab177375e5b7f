package dev.latchkey.lab.workload;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** A row for the outbox. Key, payload and headers may be null. */
record OrderEvent(UUID id, String aggregateType, String key, String type, String payload, String headers) {
    private static final String TOPIC_PREFIX = "outbox.event.";

    String topic() {
        return TOPIC_PREFIX + aggregateType;
    }

    byte[] payloadBytes() {
        return payload == null ? null : payload.getBytes(StandardCharsets.UTF_8);
    }
}
