package dev.latchkey.publish;

import dev.latchkey.failure.RelayFailure;
import dev.latchkey.outbox.OutboxEvent;
import dev.latchkey.outbox.ProgressMark;
import java.util.List;

/**
 * What came of a batch.
 *
 * @param events what the broker has for certain, in publishing order: all of the batch, or all but what failed and what had
 *     to stay behind it
 * @param mark to be stored with the settling of these events
 * @param failure what is to be done about the rest; null when there is none, or when it may simply go with the next batch
 */
public record Publication(List<OutboxEvent> events, ProgressMark mark, RelayFailure failure) {
    /** All of it. */
    public static Publication whole(List<OutboxEvent> events, ProgressMark mark) {
        return new Publication(events, mark, null);
    }
}
