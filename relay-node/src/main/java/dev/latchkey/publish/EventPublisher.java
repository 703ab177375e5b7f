package dev.latchkey.publish;

import dev.latchkey.failure.RelayFailure;
import dev.latchkey.outbox.EventRef;
import dev.latchkey.outbox.OutboxEvent;
import dev.latchkey.outbox.ProgressMark;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The broker as one incarnation of a lane sees it. Used by the lane's thread only. */
public interface EventPublisher extends AutoCloseable {
    /** The mark from which this incarnation starts: nothing it writes lies at or before it. */
    ProgressMark start();

    /**
     * Publishes the events, those of a key in this order, and returns once the broker has them: all or none where the broker
     * can. Elsewhere what failed comes back with what didn't, and no event goes before an earlier one of its key.
     *
     * @throws dev.latchkey.failure.RetryableFailure none is published
     * @throws dev.latchkey.failure.PoisonFailure none is published; the event named can't be
     * @throws dev.latchkey.failure.StepDownFailure fenced, or it can't be told whether they are published
     */
    Publication publish(List<OutboxEvent> events) throws RelayFailure;

    /**
     * Fences another lane at the broker, so that it can't publish any more, then finds what it had published beyond its
     * settled mark. Runs elsewhere; the future ends within a bounded time.
     */
    CompletableFuture<Collection<EventRef>> recover(String lane, ProgressMark settled);

    /** Ends at once, waiting for nothing. */
    @Override
    void close();
}
