package dev.latchkey.outbox;

import dev.latchkey.failure.RelayFailure;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The record in the database that says which incarnation of which lane owns a shard. What it says is authoritative:
 * ZooKeeper only says who should try. Thread-safe.
 */
public interface OwnershipFence {
    /** Registers a new incarnation. */
    void open(String lane, String node, ProgressMark start) throws RelayFailure;

    /**
     * Takes shards for a lane, in one transaction: fences every other lane that has one of them, raises their epochs and
     * notes the lanes that are in doubt.
     *
     * @param wanted shard to the lane under which this node held it before, or {@code ""} when a newly won latch entitles
     *     it to take the shard from whoever has it
     * @throws dev.latchkey.failure.StepDownFailure when {@code lane} itself has been fenced
     */
    TakeOver takeOver(String lane, Map<Integer, String> wanted) throws RelayFailure;

    /**
     * Settles what a lane in doubt turned out to have published, and clears the doubt of the shards, in one transaction.
     *
     * @throws dev.latchkey.failure.StepDownFailure when {@code lane} has been fenced; nothing was changed
     */
    void resolveDoubt(String lane, String doubted, Set<Integer> shards, Collection<EventRef> published)
            throws RelayFailure;

    /** Gives shards up cleanly; those that the lane no longer has are left alone. */
    void release(String lane, Set<Integer> shards) throws RelayFailure;

    /** Stores what the status pages of all nodes show of these shards; those that the lane no longer has are left alone. */
    void report(String lane, List<ShardReport> reports) throws RelayFailure;

    /** What a take-over brought. */
    record TakeOver(List<Grant> granted, Set<Integer> refused) {}

    /**
     * A shard that is now the lane's.
     *
     * @param epoch rises by one at each take-over
     * @param doubt the lane whose last batch may be published and unsettled, or null
     */
    record Grant(int shard, long epoch, Doubt doubt) {}

    /** A lane that lost shards without giving them up, and where its settled progress ends. */
    record Doubt(String lane, ProgressMark settled) {}

    /**
     * A shard's line on the status pages.
     *
     * @param published events published since the last report
     * @param lastError null when there is none
     */
    record ShardReport(int shard, String state, long published, String lastError) {}
}
