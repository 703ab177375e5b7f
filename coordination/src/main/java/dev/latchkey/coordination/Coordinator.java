package dev.latchkey.coordination;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Decides which shards this node should own. Thread-safe.
 *
 * <p>What it says is a belief; see the package description for what it is worth and where the fences are.
 */
public interface Coordinator extends AutoCloseable {
    /**
     * Joins the cluster and begins to tell the listener. Returns without waiting for the ensemble: while it can't be
     * reached the node owns nothing and {@link #connection} says so.
     */
    void start(OwnershipListener listener);

    /** Answers {@link OwnershipListener#drain}: the shard is given up at the fence, so its latch can go to the next. */
    void released(OwnershipTerm term);

    /**
     * Says that the fence was found in another's hands although this term should hold. The latch is read anew from the
     * ensemble; {@link OwnershipListener#acquired} (with a new term) or {@link OwnershipListener#lost} follows.
     */
    void contest(OwnershipTerm term);

    /**
     * Queues for a seat that one member of the cluster has at a time. To be called before {@link #start}.
     *
     * @param name names the seat in the cluster: letters, digits, '_' and '-'
     */
    void contend(String name, SeatListener listener);

    /** The members as last seen, by id; empty before the first contact. */
    List<Member> members();

    /** The state of the connection to the ensemble. */
    Connection connection();

    /**
     * Whether the session lives for certain: the ensemble is in contact, and has answered a request that was sent within the
     * last two thirds of the session timeout, by a clock that nobody sets. For effects that no fence guards; may be asked
     * before each.
     */
    boolean isCertain();

    /**
     * Leaves the cluster in order: deletes the member node so that others queue up for this node's shards, has each of
     * them drained and releases its latch, at most for the given time. {@link #close} is still to be called.
     *
     * @return true when every shard was released in time
     */
    boolean leave(Duration limit) throws InterruptedException;

    /** Ends the session. Shards still held are not drained. Idempotent. */
    @Override
    void close();

    /**
     * The connection to the ensemble.
     *
     * @param state see {@link State}
     * @param since when it came to be so
     * @param lastContact start of the last request that the ensemble answered: what a node may trust without asking again
     */
    record Connection(State state, Instant since, Instant lastContact) {
        /** What is known of the session. */
        public enum State {
            /** Never connected since start. */
            CONNECTING,
            /** In contact. */
            CONNECTED,
            /** Contact is lost; the session may still live. */
            SUSPENDED,
            /** Contact is lost for longer than the session lasts, or the ensemble ended the session. */
            LOST
        }
    }
}
