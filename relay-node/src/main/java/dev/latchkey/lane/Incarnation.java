package dev.latchkey.lane;

import dev.latchkey.failure.RelayFailure;
import dev.latchkey.outbox.Outbox;
import dev.latchkey.publish.EventPublisher;

/**
 * What one incarnation of a lane works with. It is opened as a whole, fenced as a whole and ends as a whole.
 *
 * @param id unique for ever; names the lane in the database and at the broker
 */
public record Incarnation(String id, Outbox outbox, EventPublisher publisher) {
    /** Makes incarnations. */
    public interface Factory {
        /** Registers a new incarnation with the fence and makes its publisher ready. */
        Incarnation open(int lane) throws RelayFailure;
    }

    void close() {
        publisher.close();
        outbox.close();
    }
}
