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
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads a lane's shards in commit order and settles them, in PostgreSQL. Used by the lane's thread only. */
final class PostgresOutbox implements Outbox {
    private static final Logger log = LoggerFactory.getLogger(PostgresOutbox.class);

    /** How often an idle lane asks for a transaction id of its own, so that its floors follow the other lanes' traffic. */
    private static final long OWN_TRANSACTION_NANOS = 1_000_000_000L;

    private final DataSource database;
    private final OutboxSql sql;
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

    PostgresOutbox(PostgresOutboxes origin, String lane, LongSupplier nanoTime) {
        this.database = origin.database();
        this.sql = origin.sql();
        this.options = origin.options();
        this.shardMap = origin.shardMap();
        this.alarms = origin.alarms();
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
        try (Connection connection = database.getConnection()) {
            Batch batch = plan.isDone() ? readGroups(connection) : fetch(connection);
            rows = Math.min(options.batchRows(), rows * 2);
            return batch;
        } catch (SQLException e) {
            // A read that was too much for the statement timeout or the memory must not be repeated as it was.
            rows = Math.max(1, rows / 2);
            throw DatabaseFailures.of("read of " + shards.size() + " shards", e);
        }
    }

    private Batch readGroups(Connection connection) throws SQLException, StopFailure {
        boolean sweep =
                nanoTime.getAsLong() - lastSweep >= options.sweepInterval().toNanos();
        if (sweep) {
            // Only a check that has passed ends the sweep: until the cache is mended the lane publishes nothing.
            checkSequenceCache(connection);
            lastSweep = nanoTime.getAsLong();
            return read(connection, List.copyOf(shards), 0, false);
        }
        List<List<Integer>> groups = floors.groups(shards);
        Batch batch = null;
        for (int i = 0; i < groups.size(); i++) {
            List<Integer> group = groups.get(Math.floorMod(turn++, groups.size()));
            batch = read(connection, group, floors.lowest(group), groups.size() > 1);
            if (!batch.isEmpty()) {
                return batch;
            }
        }
        followOthers(connection);
        return batch;
    }

    private Batch read(Connection connection, List<Integer> group, long from, boolean otherGroups) throws SQLException {
        Window window = window(connection, group, from);
        if (!floors.observe(window)) {
            log.warn("lane {}: the sequence of the outbox went back; every shard is read from the beginning", lane);
            alarms.sequenceWentBack();
            return read(connection, group, 0, otherGroups);
        }
        noteHidden(window);
        raiseFloors(group, window);
        List<OutboxEvent> publishable = CommitOrder.publishable(window);
        if (publishable.isEmpty() && !window.rows().isEmpty()) {
            plan = widen(connection, group, from);
            return fetch(connection);
        }
        return new Batch(publishable, window.full() || otherGroups, window.databaseTime());
    }

    private Window window(Connection connection, List<Integer> group, long from) throws SQLException {
        SlotSet slots = SlotSet.of(group, shardMap);
        try (PreparedStatement statement = connection.prepareStatement(sql.read())) {
            statement.setLong(1, from);
            slots.bind(connection, statement, 2);
            statement.setInt(5, rows);
            statement.setLong(6, options.batchBytes());
            try (ResultSet result = statement.executeQuery()) {
                return EventRows.window(result, rows, options.batchBytes());
            }
        }
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

    private PublishingPlan widen(Connection connection, List<Integer> group, long from) throws SQLException {
        SlotSet slots = SlotSet.of(group, shardMap);
        for (long window = rows * 4L; ; window *= 4) {
            try (PreparedStatement statement = connection.prepareStatement(sql.widen())) {
                statement.setLong(1, from);
                slots.bind(connection, statement, 2);
                statement.setLong(5, window);
                statement.setLong(6, window);
                statement.setInt(7, PublishingPlan.MOST);
                try (ResultSet result = statement.executeQuery()) {
                    PublishingPlan wider = PublishingPlan.of(result, slots);
                    // With the whole table in the window everything may go, so this ends.
                    if (!wider.isDone() || window > Integer.MAX_VALUE) {
                        return wider;
                    }
                }
            }
        }
    }

    /** The next rows of the plan; the plan moves on when they are settled. */
    private Batch fetch(Connection connection) throws SQLException {
        Batch batch = new Batch(List.of(), true, 0);
        while (batch.isEmpty() && !plan.isDone()) {
            try (PreparedStatement statement = connection.prepareStatement(sql.fetch())) {
                statement.setArray(1, connection.createArrayOf("int8", plan.ahead(rows)));
                plan.slots().bind(connection, statement, 2);
                statement.setLong(5, options.batchBytes());
                try (ResultSet result = statement.executeQuery()) {
                    batch = plan.take(result, rows, options.batchBytes());
                }
            }
        }
        return batch;
    }

    @Override
    public void settle(List<EventRef> published, ProgressMark mark) throws RelayFailure {
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql.settle())) {
            statement.setLong(1, mark.offset());
            statement.setString(2, lane);
            bindRefs(connection, statement, 3, published);
            try (ResultSet result = statement.executeQuery()) {
                if (!result.next()) {
                    throw new StepDownFailure("lane " + lane + " is fenced in the database", null);
                }
                floors.transactionGiven(result.getLong(1));
            }
            plan.settled();
        } catch (SQLException e) {
            throw DatabaseFailures.of("settling " + published.size() + " events", e);
        }
    }

    static void bindRefs(Connection connection, PreparedStatement statement, int first, List<EventRef> refs)
            throws SQLException {
        Long[] seqs = refs.stream().map(EventRef::seq).toArray(Long[]::new);
        UUID[] ids = refs.stream().map(EventRef::id).toArray(UUID[]::new);
        statement.setArray(first, connection.createArrayOf("int8", seqs));
        statement.setArray(first + 1, connection.createArrayOf("uuid", ids));
    }

    /** Without a settle of its own an idle lane's floors would stay behind while others fill the index ahead of them. */
    private void followOthers(Connection connection) throws SQLException {
        long now = nanoTime.getAsLong();
        if (!floors.wantsTransaction() || now - lastOwnTransaction < OWN_TRANSACTION_NANOS) {
            return;
        }
        lastOwnTransaction = now;
        try (PreparedStatement statement = connection.prepareStatement("select pg_current_xact_id()::text::bigint");
                ResultSet result = statement.executeQuery()) {
            result.next();
            floors.transactionGiven(result.getLong(1));
        }
    }

    /** With a cache a session draws low numbers late: neither the backlog bound nor a floor holds any more. */
    private void checkSequenceCache(Connection connection) throws SQLException, StopFailure {
        try (PreparedStatement statement = connection.prepareStatement(sql.sequenceCache())) {
            statement.setString(1, sql.sequence());
            try (ResultSet result = statement.executeQuery()) {
                if (result.next() && result.getLong(1) != 1) {
                    throw new StopFailure(
                            "the sequence %s has a cache of %d, which loses the order of events; mend it with: alter sequence %s cache 1"
                                    .formatted(sql.sequence(), result.getLong(1), sql.sequence()),
                            null);
                }
            }
        }
    }

    @Override
    public void close() {
        plan = PublishingPlan.NONE;
    }
}
