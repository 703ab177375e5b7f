package dev.latchkey.outbox.postgres;

import dev.latchkey.coordination.ShardMap;
import dev.latchkey.outbox.EventRef;
import dev.latchkey.outbox.Outbox;
import dev.latchkey.outbox.OwnershipFence;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;

/**
 * An outbox table, its sequence, transaction ids, and the relay's tables, in memory. Not thread-safe: a simulation has one
 * thread.
 */
public final class SimulatedDatabase implements OutboxAlarms {
    private final LongSupplier micros;
    private final PlantedBug bug;
    private final TreeMap<Long, SimulatedRow> unsettled = new TreeMap<>();
    private final TreeSet<Long> open = new TreeSet<>();
    private final Map<String, LaneRow> lanes = new HashMap<>();
    private final Map<Integer, ShardRow> shards = new TreeMap<>();
    private long nextXid = 1_000;
    private long lastNumber = 1;
    private boolean numberUsed;
    private int alarms;

    /** @param micros the database's clock */
    public SimulatedDatabase(ShardMap shardMap, LongSupplier micros, PlantedBug bug) {
        this.micros = micros;
        this.bug = bug;
        for (int shard = 0; shard < shardMap.shards(); shard++) {
            shards.put(shard, new ShardRow());
        }
    }

    /** The row of a shard in the relay's table. */
    static final class ShardRow {
        long epoch;
        String lane;
        String doubt;
    }

    /** The row of a lane's incarnation in the relay's table. */
    static final class LaneRow {
        final int partition;
        long settledOffset;
        boolean fenced;

        LaneRow(int partition, long settledOffset) {
            this.partition = partition;
            this.settledOffset = settledOffset;
        }
    }

    public SimulatedTransaction begin() {
        return new SimulatedTransaction(this, micros.getAsLong());
    }

    /** The real reading logic on this database, as a new incarnation of a lane sees it. */
    public Outbox outbox(
            String lane, SimulatedLink link, OutboxOptions options, ShardMap shardMap, LongSupplier nanoTime) {
        return new PostgresOutbox(new SimulatedStatements(this, link, lane), options, shardMap, this, lane, nanoTime);
    }

    public OwnershipFence fence(SimulatedLink link) {
        return new SimulatedFence(this, link);
    }

    /** Options that leave nothing to chance but the size of a read; no sweep comes to the rescue of a wrong floor. */
    public static OutboxOptions options(int rows, long bytes) {
        return new OutboxOptions(false, true, 0, rows, bytes, Duration.ofDays(1));
    }

    /** What a lane must not do: gives a shard up while something of it is in flight. */
    public void releaseUnasked(String lane, int shard) {
        if (lane.equals(shard(shard).lane)) {
            shard(shard).lane = null;
        }
    }

    public int unsettled() {
        return unsettled.size();
    }

    /** How often a lane said that something happened that never should. */
    public int alarms() {
        return alarms;
    }

    @Override
    public void hiddenRow() {
        alarms++;
    }

    @Override
    public void sequenceWentBack() {
        alarms++;
    }

    PlantedBug bug() {
        return bug;
    }

    long micros() {
        return micros.getAsLong();
    }

    long nextXid() {
        return nextXid++;
    }

    long nextNumber() {
        if (numberUsed) {
            lastNumber++;
        }
        numberUsed = true;
        return lastNumber;
    }

    /** What the statement computes from {@code last_value} and {@code is_called}. */
    long given() {
        boolean called = numberUsed || bug == PlantedBug.UNUSED_NUMBER_TAKEN_AS_GIVEN;
        return called ? lastNumber : lastNumber - 1;
    }

    long snapshotXmin() {
        boolean blind = bug == PlantedBug.FLOOR_RAISED_TOO_EARLY;
        return open.isEmpty() || blind ? nextXid : open.first();
    }

    void opened(long xid) {
        open.add(xid);
    }

    void appeared(long xid, List<SimulatedRow> rows) {
        open.remove(xid);
        rows.forEach(row -> unsettled.put(row.seq(), row));
    }

    SortedMap<Long, SimulatedRow> after(long seq) {
        return unsettled.tailMap(seq, false);
    }

    SimulatedRow row(long seq) {
        return unsettled.get(seq);
    }

    void settle(Collection<EventRef> refs) {
        for (EventRef ref : refs) {
            SimulatedRow row = unsettled.get(ref.seq());
            if (row != null && row.id().equals(ref.id())) {
                unsettled.remove(ref.seq());
            }
        }
    }

    Map<String, LaneRow> lanes() {
        return lanes;
    }

    ShardRow shard(int shard) {
        return shards.get(shard);
    }
}
