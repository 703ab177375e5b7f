package dev.latchkey.outbox;

import java.util.List;

/**
 * Events to be published together, in this order.
 *
 * @param events in commit order per key; empty when nothing is unsent
 * @param more true when the read stopped at a bound, so that more is there to read at once
 * @param databaseTime the database's clock at the read, microseconds since 1970
 */
public record Batch(List<OutboxEvent> events, boolean more, long databaseTime) {
    public boolean isEmpty() {
        return events.isEmpty();
    }

    public List<EventRef> refs() {
        return events.stream().map(OutboxEvent::ref).toList();
    }
}
