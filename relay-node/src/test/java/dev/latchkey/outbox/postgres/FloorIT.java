package dev.latchkey.outbox.postgres;

import static dev.latchkey.outbox.postgres.OutboxDatabase.ALL_SHARDS;
import static dev.latchkey.outbox.postgres.OutboxDatabase.drain;
import static dev.latchkey.outbox.postgres.OutboxDatabase.insert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.failure.StopFailure;
import dev.latchkey.outbox.EventRef;
import dev.latchkey.outbox.Outbox;
import dev.latchkey.outbox.OutboxEvent;
import dev.latchkey.outbox.ProgressMark;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Floors keep polls from walking what was settled long ago, and never hide what is still to come. */
class FloorIT {
    private OutboxDatabase database;

    @BeforeEach
    void createDatabase() throws SQLException {
        database = OutboxDatabase.create(SettleMode.DELETE);
    }

    @AfterEach
    void closeDatabase() {
        database.close();
    }

    @Test
    void aTransactionThatCommitsUnderTheFloorsOfOthersIsFound() throws Exception {
        Outbox outbox = database.outbox("lane", 100);
        try (Connection late = open();
                Connection writer = open()) {
            insert(late, "k", "late");
            for (int i = 0; i < 50; i++) {
                insert(writer, "k" + i, "early " + i);
                writer.commit();
                drain(outbox);
            }
            assertThat(drain(outbox)).isEmpty();
            late.commit();
            assertThat(drain(outbox)).hasSize(1);
        }
        assertThat(database.alarms().hiddenRows).isZero();
    }

    /** The number is drawn when the default is evaluated, which can be long before the row is there. */
    @Test
    void aWriterThatHasDrawnItsNumberButNotInsertedYetIsFound() throws Exception {
        database.execute("""
                create function wait_for_lock() returns trigger language plpgsql as
                $$ begin if new.type = 'Slow' then perform pg_advisory_xact_lock(42); end if; return new; end $$;
                create trigger slow before insert on outbox for each row execute function wait_for_lock()""");
        Outbox outbox = database.outbox("lane", 100);
        try (Connection lock = open();
                Connection writer = open()) {
            lock.createStatement().execute("select pg_advisory_lock(42)");
            Thread slow = new Thread(this::insertSlowly);
            slow.start();
            awaitWaiter();
            for (int i = 0; i < 20; i++) {
                insert(writer, "k" + i, "fast " + i);
                writer.commit();
                drain(outbox);
            }
            lock.createStatement().execute("select pg_advisory_unlock(42)");
            slow.join();
        }
        assertThat(drain(outbox)).hasSize(1);
        assertThat(database.alarms().hiddenRows).isZero();
    }

    private void insertSlowly() {
        try {
            database.execute(
                    "insert into outbox (id, aggregatetype, aggregateid, type) values (gen_random_uuid(), 'o', 'k', 'Slow')");
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private void awaitWaiter() throws SQLException {
        while (database.count("select count(*) from pg_stat_activity where wait_event = 'advisory'") == 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    void theFirstRowOfANewTableIsFound() throws Exception {
        Outbox outbox = database.outbox("lane", 100);
        try (Connection first = open()) {
            assertThat(outbox.next(ALL_SHARDS).events()).isEmpty();
            outbox.settle(List.of(), ProgressMark.NONE);
            assertThat(outbox.next(ALL_SHARDS).events()).isEmpty();
            insert(first, "k", "first");
            first.commit();
        }
        assertThat(drain(outbox)).hasSize(1);
    }

    /** A reader's snapshot keeps every settled row's index entry alive; the poll must not walk them again and again. */
    @Test
    void anEmptyPollStaysFlatBesideAHeldSnapshotAndManySettledRows() throws Exception {
        Outbox outbox = database.outbox("lane", 10_000);
        long empty = buffersOf(outbox);
        try (Connection snapshot = open()) {
            snapshot.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            snapshot.createStatement()
                    .executeQuery("select count(*) from outbox")
                    .close();
            database.execute("""
                    insert into outbox (id, aggregatetype, aggregateid, type)
                    select gen_random_uuid(), 'order', (i % 1000)::text, 'Changed' from generate_series(1, 500000) i""");
            int drained = drain(outbox).size();
            assertThat(drained).isEqualTo(500_000);
            outbox.next(ALL_SHARDS);
            assertThat(buffersOf(outbox)).isLessThan(empty + 50);
        }
    }

    /** Pages that one more empty poll touches, as the server counts them. */
    private long buffersOf(Outbox outbox) throws Exception {
        try (Connection connection = database.connect()) {
            connection.createStatement().execute("create extension if not exists pg_stat_statements");
            connection.createStatement().execute("select pg_stat_statements_reset()");
        }
        outbox.next(ALL_SHARDS);
        return database.count(
                "select sum(shared_blks_hit + shared_blks_read) from pg_stat_statements where query like '%snapshot_xmin%' and query not like '%pg_stat%'");
    }

    @Test
    void aRowThatAFloorHidIsPublishedByTheSweepAndRaisesTheAlarm() throws Exception {
        PostgresOutboxes outboxes = database.outboxes(SettleMode.DELETE, 100, 4 << 20);
        database.fence(outboxes).open("lane", "node-1", new ProgressMark(0, -1));
        long[] now = {0};
        Outbox outbox = outboxes.forLane("lane", () -> now[0]);
        try (Connection writer = open()) {
            for (int i = 0; i < 3; i++) {
                insert(writer, "k", "e" + i);
                writer.commit();
                drain(outbox);
            }
            writer.createStatement().execute("""
                            insert into outbox (id, aggregatetype, aggregateid, type, seq) overriding system value
                            values (gen_random_uuid(), 'order', 'k', 'Changed', 1)""");
            writer.commit();
        }
        assertThat(drain(outbox)).as("hidden by the floor").isEmpty();
        now[0] += Duration.ofHours(2).toNanos();
        assertThat(drain(outbox))
                .extracting(OutboxEvent::ref)
                .extracting(EventRef::seq)
                .containsExactly(1L);
        assertThat(database.alarms().hiddenRows).isEqualTo(1);
    }

    /** A session with cached numbers draws low ones late, so neither the backlog bound nor a floor holds any more. */
    @Test
    void nothingIsReadWhileTheSequenceHasACacheUntilItIsMended() throws Exception {
        PostgresOutboxes outboxes = database.outboxes(SettleMode.DELETE, 100, 4 << 20);
        database.fence(outboxes).open("lane", "node-1", new ProgressMark(0, -1));
        long[] now = {0};
        Outbox outbox = outboxes.forLane("lane", () -> now[0]);
        try (Connection writer = database.connect()) {
            insert(writer, "k", "waits");
            writer.createStatement().execute("alter table outbox alter column seq set cache 10");
            now[0] += Duration.ofHours(2).toNanos();
            for (int turn = 0; turn < 3; turn++) {
                assertThatThrownBy(() -> outbox.next(ALL_SHARDS))
                        .isInstanceOf(StopFailure.class)
                        .hasMessageContaining("cache 1");
            }
            writer.createStatement().execute("alter table outbox alter column seq set cache 1");
        }
        assertThat(drain(outbox)).hasSize(1);
    }

    @Test
    void aSequenceThatWentBackIsNoticedAndNothingIsLost() throws Exception {
        Outbox outbox = database.outbox("lane", 100);
        try (Connection writer = open()) {
            for (int i = 0; i < 5; i++) {
                insert(writer, "k", "e" + i);
                writer.commit();
                drain(outbox);
            }
            writer.createStatement().execute("alter table outbox alter column seq restart with 1");
            insert(writer, "k", "after the restart");
            writer.commit();
        }
        assertThat(drain(outbox)).hasSize(1);
        assertThat(database.alarms().sequenceResets).isEqualTo(1);
    }

    private Connection open() throws SQLException {
        Connection connection = database.connect();
        connection.setAutoCommit(false);
        return connection;
    }
}
