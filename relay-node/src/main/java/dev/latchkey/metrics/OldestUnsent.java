package dev.latchkey.metrics;

import dev.latchkey.coordination.ShardMap;
import dev.latchkey.outbox.Batch;
import dev.latchkey.outbox.OutboxEvent;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;

/**
 * Since when each shard's oldest unsent event waits, by the database's clock, as the last reads saw it. Thread-safe: one for
 * a node; a shard's entry is written by the lane that has it.
 */
public final class OldestUnsent {
    private static final long NONE = Long.MAX_VALUE;
    private static final long UNKNOWN = Long.MIN_VALUE;

    private final ShardMap shardMap;
    private final LongSupplier nanoTime;
    private final AtomicLongArray since;
    private volatile long databaseAhead;

    /** @param nanoTime the monotonic clock that the lanes use */
    public OldestUnsent(ShardMap shardMap, LongSupplier nanoTime) {
        this.shardMap = shardMap;
        this.nanoTime = nanoTime;
        this.since = new AtomicLongArray(shardMap.shards());
        for (int shard = 0; shard < since.length(); shard++) {
            since.set(shard, UNKNOWN);
        }
    }

    void read(Batch batch, Set<Integer> shards, long now) {
        if (batch.databaseTime() != 0) {
            databaseAhead = batch.databaseTime() - TimeUnit.NANOSECONDS.toMicros(now);
        }
        long[] found = new long[shardMap.shards()];
        Arrays.fill(found, NONE);
        for (OutboxEvent event : batch.events()) {
            int shard = shardMap.shardOf(event.slot());
            found[shard] = Math.min(found[shard], event.transactionStart());
        }
        for (int shard : shards) {
            if (found[shard] != NONE || !batch.more()) {
                since.set(shard, found[shard]);
            }
        }
    }

    /** The database's clock, microseconds since 1970, as estimated from the last read. */
    long databaseTime(long now) {
        return TimeUnit.NANOSECONDS.toMicros(now) + databaseAhead;
    }

    /** Seconds that the shard's oldest unsent event has waited, 0 when there is none, empty while that isn't known. */
    public OptionalDouble ageSeconds(int shard) {
        long oldest = since.get(shard);
        if (oldest == UNKNOWN) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(oldest == NONE ? 0 : Math.max(0, databaseTime(nanoTime.getAsLong()) - oldest) / 1e6);
    }

    /** The shard has left this node, or nothing of it can be read. */
    public void forget(int shard) {
        since.set(shard, UNKNOWN);
    }
}
