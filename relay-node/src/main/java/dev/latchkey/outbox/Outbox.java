package dev.latchkey.outbox;

import dev.latchkey.failure.RelayFailure;
import java.util.List;
import java.util.Set;

/** The outbox as one incarnation of a lane sees it. Used by the lane's thread only. */
public interface Outbox extends AutoCloseable {
    /**
     * Reads the next events of the shards, in commit order per key, never one that could have to come after an event not
     * yet visible. Events that were returned and not settled are returned again.
     */
    Batch next(Set<Integer> shards) throws RelayFailure;

    /**
     * Removes or stamps events that the broker has for certain, and moves the lane's mark, in one transaction.
     *
     * @throws dev.latchkey.failure.StepDownFailure when this incarnation has been fenced; nothing was changed
     */
    void settle(List<EventRef> published, ProgressMark mark) throws RelayFailure;

    /** Gives the database connection back. */
    @Override
    void close();
}
