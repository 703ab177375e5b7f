package dev.latchkey.admin;

import dev.latchkey.coordination.Coordinator;
import dev.latchkey.coordination.ShardMap;
import dev.latchkey.lane.LaneSupervisor;
import dev.latchkey.lane.LaneSupervisor.LaneStatus;
import dev.latchkey.lane.ShardStatus;
import dev.latchkey.metrics.OldestUnsent;
import dev.latchkey.outbox.postgres.OutboxTable;
import dev.latchkey.outbox.postgres.RetentionCleanup.Retention;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.sql.DataSource;

/**
 * What the admin port may look at. Everything in it is thread-safe.
 *
 * @param broker returns what is wrong with the broker, if anything; may block
 * @param commitOrder true when events are ordered by commit time, false when by sequence number
 */
public record NodeView(
        Identity identity,
        ShardMap shardMap,
        Lanes lanes,
        Coordinator coordinator,
        Database database,
        Supplier<Optional<String>> broker,
        boolean commitOrder) {

    /** Names of the cluster and of this node in it. */
    public record Identity(String cluster, String node) {}

    /** What this node's own lanes tell, at the moment of asking. */
    public record Lanes(
            Supplier<Collection<ShardStatus>> shards, Supplier<List<LaneStatus>> lanes, OldestUnsent oldest) {
        public static Lanes of(LaneSupervisor supervisor, OldestUnsent oldest) {
            return new Lanes(supervisor::shards, supervisor::lanes, oldest);
        }
    }

    /**
     * Where the cluster's status is read.
     *
     * @param admin a small pool of its own with the planner's default settings, so that a slow status page takes nothing
     *     from the lanes
     * @param retention present where published rows are stamped, empty where they are deleted
     */
    public record Database(DataSource admin, OutboxTable table, Optional<Retention> retention) {
        boolean stamp() {
            return retention.isPresent();
        }
    }

    /** Which order is in force, in words. */
    String ordering() {
        return commitOrder ? "commit time" : "sequence";
    }
}
