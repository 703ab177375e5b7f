package dev.latchkey.outbox.postgres;

import dev.latchkey.outbox.EventRef;
import dev.latchkey.outbox.OutboxEvent;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** A row of the simulated outbox. Immutable but for the commit time of its transaction. */
record SimulatedRow(long seq, UUID id, int slot, String key, byte[] payload, SimulatedTransaction transaction) {
    /** As a lane reads it; {@code started} is what the row claims of its transaction's start. */
    OutboxEvent event(long started) {
        return new OutboxEvent(
                new EventRef(seq, id),
                slot,
                "order",
                key == null ? null : key.getBytes(StandardCharsets.UTF_8),
                "Changed",
                payload,
                null,
                started,
                transaction.committed());
    }
}
