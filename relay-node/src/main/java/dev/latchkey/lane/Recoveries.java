package dev.latchkey.lane;

import dev.latchkey.outbox.EventRef;
import dev.latchkey.outbox.OwnershipFence.Doubt;
import dev.latchkey.publish.EventPublisher;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The recoveries under way, one for each lane in doubt, however many shards it had. They run elsewhere; a lane looks in on
 * them at each turn. Used by the lane's thread only.
 */
final class Recoveries {
    private static final Logger log = LoggerFactory.getLogger(Recoveries.class);
    private static final long RETRY_AFTER = 1_000_000_000L;

    private final Map<Doubt, CompletableFuture<Collection<EventRef>>> running = new HashMap<>();
    private final Map<Doubt, Long> retryAt = new HashMap<>();
    private Runnable onEnd = () -> {};

    /** How a recovery stands: both null while it runs. */
    record Outcome(Collection<EventRef> published, String failure) {
        static final Outcome RUNNING = new Outcome(null, null);
    }

    /** Called from whichever thread ends a recovery. */
    void onEnd(Runnable wakeUp) {
        onEnd = wakeUp;
    }

    /** Begins the recovery if need be and says how it stands. A failed one is begun again after a while. */
    Outcome advance(EventPublisher publisher, Doubt doubt, long now) {
        Long wait = retryAt.get(doubt);
        if (wait != null && now - wait < 0) {
            return Outcome.RUNNING;
        }
        CompletableFuture<Collection<EventRef>> recovery = running.computeIfAbsent(doubt, it -> begin(publisher, it));
        if (!recovery.isDone()) {
            return Outcome.RUNNING;
        }
        try {
            return new Outcome(recovery.join(), null);
        } catch (CompletionException | CancellationException e) {
            String failure = "recovery of lane " + doubt.lane() + " failed: " + e.getMessage();
            log.warn(failure);
            running.remove(doubt);
            retryAt.put(doubt, now + RETRY_AFTER);
            return new Outcome(null, failure);
        }
    }

    private CompletableFuture<Collection<EventRef>> begin(EventPublisher publisher, Doubt doubt) {
        CompletableFuture<Collection<EventRef>> recovery = publisher.recover(doubt.lane(), doubt.settled());
        recovery.whenComplete((published, failure) -> onEnd.run());
        return recovery;
    }

    void forget(Doubt doubt) {
        running.remove(doubt);
        retryAt.remove(doubt);
    }

    void forgetAll() {
        running.clear();
        retryAt.clear();
    }
}
