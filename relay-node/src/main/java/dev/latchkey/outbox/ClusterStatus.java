package dev.latchkey.outbox;

import dev.latchkey.failure.RelayFailure;
import java.util.List;
import java.util.Map;

/** What the database knows of all shards, whoever owns them: any node can answer for the cluster with it. Thread-safe. */
public interface ClusterStatus {
    /** A line for each shard, by number. Cheap. */
    List<ShardLine> shards() throws RelayFailure;

    /**
     * The unsent events of every shard. Costs a pass over them, within a bound of entries and of time: to be asked on
     * request, never on a timer.
     */
    Map<Integer, Backlog> backlog() throws RelayFailure;

    /**
     * A shard on record. Its owner writes it about once a second.
     *
     * @param owner node that holds the shard; null when it was given up or never taken
     * @param state as last reported; null before the first report
     * @param published events published since the cluster was set up
     * @param lastError null when there is none
     * @param reportedSecondsAgo by the database's clock; null before the first report
     */
    record ShardLine(
            int shard,
            long epoch,
            String owner,
            String state,
            long published,
            String lastError,
            Double reportedSecondsAgo) {}

    /**
     * A shard's unsent events.
     *
     * @param capped true when there may be more than {@code unsent}
     * @param oldestAgeSeconds by the database's clock; null when none was seen
     */
    record Backlog(long unsent, boolean capped, Double oldestAgeSeconds) {}
}
