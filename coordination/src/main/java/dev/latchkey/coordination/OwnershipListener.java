package dev.latchkey.coordination;

/**
 * What a node is told about the shards it should own.
 *
 * <p>All calls come one at a time from the coordinator's own thread, in the order in which things happened. An
 * implementation takes a note and returns: it never blocks, does no I/O and takes no lock that is held over I/O.
 */
public interface OwnershipListener {
    /** The latch of a shard is ours: take the shard over and serve it. */
    void acquired(OwnershipTerm term);

    /**
     * The shard is to go to another member, which waits in the latch's queue, or this node is leaving. Finish what is
     * in flight, read no more, give the fence up, then call {@link Coordinator#released}.
     */
    void drain(OwnershipTerm term);

    /**
     * The ensemble can't be reached (or has ended our session), so the latch may no longer be ours. Nobody else is known
     * to have it. {@link #confirmed} or {@link #lost} follows when the ensemble is back.
     */
    void uncertain(OwnershipTerm term, String reason);

    /** The ensemble is back and the shard is still ours, under the given (possibly new) term. Follows {@link #uncertain}. */
    void confirmed(OwnershipTerm term);

    /** Another member leads the latch now: stop at once. No {@link Coordinator#released} is expected. */
    void lost(OwnershipTerm term);
}
