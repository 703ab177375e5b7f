package dev.latchkey.outbox.postgres;

import dev.latchkey.coordination.ShardMap;
import dev.latchkey.failure.RelayFailure;
import dev.latchkey.failure.StepDownFailure;
import dev.latchkey.failure.StopFailure;
import dev.latchkey.outbox.Batch;
import dev.latchkey.outbox.EventRef;
import dev.latchkey.outbox.Outbox;
import dev.latchkey.outbox.OutboxEvent;
import dev.latchkey.outbox.ProgressMark;
import java.sql.SQLException;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a lane's shards in commit order and settles them, in PostgreSQL: what to read, what of it may go, and how far the
 * floors rise. Used by the lane's thread only.
 */
final class PostgresOutbox implements Outbox {
    private static final Logger log = LoggerFactory.getLogger(PostgresOutbox.class);

    /** How often an idle lane asks for a transaction id of its own, so that its floors follow the other lanes' traffic. */
    private static final long OWN_TRANSACTION_NANOS = 1_000_000_000L;

    private final OutboxStatements statements;
    private final OutboxOptions options;
    private final ShardMap shardMap;
    private final String lane;
    private final LongSupplier nanoTime;
    private final OutboxAlarms alarms;
    private final Floors floors;

    private Set<Integer> shards = Set.of();
    private PublishingPlan plan = PublishingPlan.NONE;
    private int rows;
    private int turn;
    private long lastSweep;
    private long lastOwnTransaction;

    PostgresOutbox(
            OutboxStatements statements,
            OutboxOptions options,
            ShardMap shardMap,
            OutboxAlarms alarms,
            String lane,
            LongSupplier nanoTime) {
        this.statements = statements;
        this.options = options;
        this.shardMap = shardMap;
        this.alarms = alarms;
        this.lane = lane;
        this.nanoTime = nanoTime;
        this.floors = new Floors(shardMap.shards());
        this.rows = options.batchRows();
        this.lastSweep = nanoTime.getAsLong();
        this.lastOwnTransaction = lastSweep;
    }

    @Override
    public Batch next(Set<Integer> wanted) throws RelayFailure {
        if (!wanted.equals(shards)) {
            shards = Set.copyOf(wanted);
            plan = PublishingPlan.NONE;
        }
        if (shards.isEmpty()) {
            return new Batch(List.of(), false, 0);
        }
        try {
            Batch batch = plan.isDone() ? readGroups() : fetch();
            rows = Math.min(options.batchRows(), rows * 2);
            return batch;
        } catch (SQLException e) {
            // A read that was too much for the statement timeout or the memory must not be repeated as it was.
            rows = Math.max(1, rows / 2);
            throw DatabaseFailures.of("read of " + shards.size() + " shards", e);
        }
    }

    private Batch readGroups() throws SQLException, StopFailure {
        boolean sweep =
                nanoTime.getAsLong() - lastSweep >= options.sweepInterval().toNanos();
        if (sweep) {
            // Only a check that has passed ends the sweep: until the cache is mended the lane publishes nothing.
            checkSequenceCache();
            lastSweep = nanoTime.getAsLong();
            return read(List.copyOf(shards), 0, false);
        }
        List<List<Integer>> groups = floors.groups(shards);
        Batch batch = null;
        for (int i = 0; i < groups.size(); i++) {
            List<Integer> group = groups.get(Math.floorMod(turn++, groups.size()));
            batch = read(group, floors.lowest(group), groups.size() > 1);
            if (!batch.isEmpty()) {
                return batch;
            }
        }
        followOthers();
        return batch;
    }

    private Batch read(List<Integer> group, long from, boolean otherGroups) throws SQLException {
        Window window = statements.read(SlotSet.of(group, shardMap), from, rows, options.batchBytes());
        if (!floors.observe(window)) {
            log.warn("lane {}: the sequence of the outbox went back; every shard is read from the beginning", lane);
            alarms.sequenceWentBack();
            return read(group, 0, otherGroups);
        }
        noteHidden(window);
        raiseFloors(group, window);
        List<OutboxEvent> publishable = CommitOrder.publishable(window);
        if (publishable.isEmpty() && !window.rows().isEmpty()) {
            plan = widen(group, from);
            return fetch();
        }
        return new Batch(publishable, window.full() || otherGroups, window.databaseTime());
    }

    /** A row at or below its shard's floor shows that a floor was wrong: the event still goes, and somebody must know. */
    private void noteHidden(Window window) {
        for (OutboxEvent event : window.rows()) {
            int shard = shardMap.shardOf(event.slot());
            if (event.ref().seq() <= floors.of(shard)) {
                log.error("lane {}: {} of shard {} was hidden by the floor {}", lane, event, shard, floors.of(shard));
                alarms.hiddenRow();
                floors.reset();
            }
        }
    }

    private void raiseFloors(List<Integer> group, Window window) {
        long unseenFrom = window.full() ? window.lastSeq() + 1 : Long.MAX_VALUE;
        long[] unsentFrom = new long[shardMap.shards()];
        for (int shard : group) {
            unsentFrom[shard] = unseenFrom;
        }
        for (OutboxEvent event : window.rows()) {
            int shard = shardMap.shardOf(event.slot());
            unsentFrom[shard] = Math.min(unsentFrom[shard], event.ref().seq());
        }
        for (int shard : group) {
            floors.raise(shard, unsentFrom[shard]);
        }
    }

    private PublishingPlan widen(List<Integer> group, long from) throws SQLException {
        SlotSet slots = SlotSet.of(group, shardMap);
        for (long window = rows * 4L; ; window *= 4) {
            long[] seqs = statements.widen(slots, from, window, PublishingPlan.MOST);
            // With the whole table in the window everything may go, so this ends.
            if (seqs.length > 0 || window > Integer.MAX_VALUE) {
                return new PublishingPlan(seqs, slots);
            }
        }
    }

    /** The next rows of the plan; the plan moves on when they are settled. */
    private Batch fetch() throws SQLException {
        Batch batch = new Batch(List.of(), true, 0);
        while (batch.isEmpty() && !plan.isDone()) {
            batch = plan.take(statements.fetch(plan.slots(), plan.ahead(rows), options.batchBytes()), rows);
        }
        return batch;
    }

    @Override
    public void settle(List<EventRef> published, ProgressMark mark) throws RelayFailure {
        try {
            OptionalLong xid = statements.settle(published, mark);
            if (xid.isEmpty()) {
                throw new StepDownFailure("lane " + lane + " is fenced in the database", null);
            }
            floors.transactionGiven(xid.getAsLong());
            plan.settled(published.size());
        } catch (SQLException e) {
            throw DatabaseFailures.of("settling " + published.size() + " events", e);
        }
    }

    /** Without a settle of its own an idle lane's floors would stay behind while others fill the index ahead of them. */
    private void followOthers() throws SQLException {
        long now = nanoTime.getAsLong();
        if (!floors.wantsTransaction() || now - lastOwnTransaction < OWN_TRANSACTION_NANOS) {
            return;
        }
        lastOwnTransaction = now;
        floors.transactionGiven(statements.transactionId());
    }

    /** With a cache a session draws low numbers late: neither the backlog bound nor a floor holds any more. */
    private void checkSequenceCache() throws SQLException, StopFailure {
        long cache = statements.sequenceCache();
        if (cache != 1) {
            String sequence = statements.sequence();
            throw new StopFailure(
                    "the sequence %s has a cache of %d, which loses the order of events; mend it with: alter sequence %s cache 1"
                            .formatted(sequence, cache, sequence),
                    null);
        }
    }

    @Override
    public void close() {
        plan = PublishingPlan.NONE;
    }
}
