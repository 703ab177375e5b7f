package dev.latchkey.outbox.postgres;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * The sequence number below which a shard has nothing left, for each shard of a lane: reads start there, so that they
 * don't walk the index entries of rows settled long ago. Used by the lane's thread only.
 *
 * <p>A number may count as done only when no transaction can still bring a row at or below it. That is known once (a) the
 * highest number given out, m, was read before our own transaction was given the id X, and (b) a later snapshot's xmin has
 * reached X: every transaction that had an id when m was read has ended by then. The outbox table draws {@code xid} before
 * {@code seq}, so a writer that holds a number at or below m has an id below X, even if its row isn't inserted yet.
 */
final class Floors {
    /** Shards whose floors lie closer than this are read together. */
    private static final long SPREAD = 20_000;

    private final long[] floor;
    private long given;
    private long settled;
    private long candidate;
    private long candidateXid;
    private boolean waiting;

    Floors(int shards) {
        floor = new long[shards];
    }

    long of(int shard) {
        return floor[shard];
    }

    /** Every later read starts from the beginning of the index again. */
    void reset() {
        Arrays.fill(floor, 0);
        settled = 0;
        waiting = false;
    }

    /**
     * Takes note of a read's snapshot.
     *
     * @return false when the sequence has gone back since the last read (restart, restore): the floors mean nothing and
     *     have been reset
     */
    boolean observe(Window window) {
        boolean wentBack = window.given() < given;
        given = window.given();
        if (wentBack) {
            reset();
            return false;
        }
        if (waiting && window.snapshotXmin() >= candidateXid) {
            settled = candidate;
            waiting = false;
        }
        return true;
    }

    /** A transaction of ours was given an id after the last observed read: (a) of the rule. */
    void transactionGiven(long xid) {
        if (!waiting && given > settled) {
            candidate = given;
            candidateXid = xid;
            waiting = true;
        }
    }

    /** True when numbers have been given out that no transaction of ours has followed: without one the floors stand still. */
    boolean wantsTransaction() {
        return !waiting && given > settled;
    }

    /**
     * Raises a shard's floor after a read that began at or below it: (c) of the rule.
     *
     * @param unsentFrom the lowest number that the read left unseen or found unsent in this shard
     */
    void raise(int shard, long unsentFrom) {
        floor[shard] = Math.max(floor[shard], Math.min(settled, unsentFrom - 1));
    }

    /** The shards in groups to be read together, lowest floors first. */
    List<List<Integer>> groups(Collection<Integer> shards) {
        List<Integer> sorted = new ArrayList<>(shards);
        sorted.sort(Comparator.comparingLong(this::of).thenComparing(Comparator.naturalOrder()));
        List<List<Integer>> groups = new ArrayList<>();
        for (int shard : sorted) {
            if (groups.isEmpty() || of(shard) - lowest(groups.get(groups.size() - 1)) > SPREAD) {
                groups.add(new ArrayList<>());
            }
            groups.get(groups.size() - 1).add(shard);
        }
        return groups;
    }

    /** Where a read of the group starts. */
    long lowest(List<Integer> group) {
        return of(group.get(0));
    }
}
