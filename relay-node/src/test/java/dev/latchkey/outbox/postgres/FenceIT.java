package dev.latchkey.outbox.postgres;

import static dev.latchkey.outbox.postgres.OutboxDatabase.ALL_SHARDS;
import static dev.latchkey.outbox.postgres.OutboxDatabase.insert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.failure.StepDownFailure;
import dev.latchkey.failure.StopFailure;
import dev.latchkey.outbox.EventRef;
import dev.latchkey.outbox.Outbox;
import dev.latchkey.outbox.OutboxEvent;
import dev.latchkey.outbox.OwnershipFence.Doubt;
import dev.latchkey.outbox.OwnershipFence.Grant;
import dev.latchkey.outbox.ProgressMark;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Of two lanes that both believe they own a shard, one has effects. */
class FenceIT {
    private OutboxDatabase database;
    private PostgresOutboxes outboxes;
    private PostgresFence fence;

    @BeforeEach
    void createDatabase() throws Exception {
        database = OutboxDatabase.create(SettleMode.DELETE);
        outboxes = database.outboxes(SettleMode.DELETE, 100, 4 << 20);
        fence = database.fence(outboxes);
        fence.open("old", "node-1", new ProgressMark(3, 10));
        fence.open("new", "node-2", new ProgressMark(4, 20));
    }

    @AfterEach
    void closeDatabase() {
        database.close();
    }

    @Test
    void aShardThatNobodyHasIsTakenWithoutDoubt() throws Exception {
        assertThat(fence.takeOver("old", Map.of(1, "")).granted()).containsExactly(new Grant(1, 1, null));
    }

    @Test
    void theEpochRisesAtEachTakeOverAndTheLastOwnerIsInDoubt() throws Exception {
        fence.takeOver("old", Map.of(1, ""));
        assertThat(fence.takeOver("new", Map.of(1, "")).granted())
                .containsExactly(new Grant(1, 2, new Doubt("old", new ProgressMark(3, 10))));
    }

    @Test
    void aFencedLaneSettlesNothing() throws Exception {
        OutboxEvent event = insertOne();
        fence.takeOver("old", Map.of(1, ""));
        Outbox old = outboxes.forLane("old", System::nanoTime);
        fence.takeOver("new", Map.of(1, ""));
        assertThatThrownBy(() -> old.settle(List.of(event.ref()), new ProgressMark(3, 11)))
                .isInstanceOf(StepDownFailure.class);
        assertThat(database.count("select count(*) from outbox")).isEqualTo(1);
        assertThat(database.count("select settled_offset from latchkey.lane where id = 'old'"))
                .isEqualTo(10);
    }

    @Test
    void aFencedLaneTakesNothing() throws Exception {
        fence.takeOver("old", Map.of(1, ""));
        fence.takeOver("new", Map.of(1, ""));
        assertThatThrownBy(() -> fence.takeOver("old", Map.of(2, ""))).isInstanceOf(StepDownFailure.class);
        assertThat(database.count("select epoch from latchkey.shard where shard = 2"))
                .isZero();
    }

    @Test
    void aCleanReleaseLeavesNoDoubtAndFencesNobody() throws Exception {
        fence.takeOver("old", Map.of(1, "", 2, ""));
        fence.release("old", Set.of(1));
        assertThat(fence.takeOver("new", Map.of(1, "")).granted()).containsExactly(new Grant(1, 2, null));
        assertThat(fence.takeOver("old", Map.of(3, "")).granted()).hasSize(1);
    }

    @Test
    void aShardHeldBeforeIsTakenBackFromNobodyElse() throws Exception {
        fence.takeOver("old", Map.of(1, ""));
        fence.takeOver("new", Map.of(1, ""));
        fence.open("again", "node-1", new ProgressMark(5, 0));
        assertThat(fence.takeOver("again", Map.of(1, "old")).refused()).containsExactly(1);
        assertThat(database.count("select count(*) from latchkey.lane where id = 'new' and fenced"))
                .isZero();
    }

    @Test
    void aTakerThatDiesHalfwayLeavesTheNextOneTheSameDoubt() throws Exception {
        fence.takeOver("old", Map.of(1, ""));
        fence.takeOver("new", Map.of(1, ""));
        fence.open("third", "node-3", new ProgressMark(6, 30));
        assertThat(fence.takeOver("third", Map.of(1, "")).granted())
                .containsExactly(new Grant(1, 3, new Doubt("old", new ProgressMark(3, 10))));
    }

    @Test
    void recoverySettlesWhatWasPublishedAndClearsTheDoubt() throws Exception {
        OutboxEvent event = insertOne();
        fence.takeOver("old", Map.of(1, ""));
        fence.takeOver("new", Map.of(1, ""));
        fence.resolveDoubt("new", "old", Set.of(1), List.of(event.ref()));
        assertThat(database.count("select count(*) from outbox")).isZero();
        assertThat(database.count("select count(*) from latchkey.shard where doubt is not null"))
                .isZero();
    }

    /** After a restore from an older dump the sequence gives out the numbers again, to other events. */
    @Test
    void recoveryNeverDeletesAnUnsentRowThatHasARepeatedNumber() throws Exception {
        OutboxEvent event = insertOne();
        fence.takeOver("old", Map.of(1, ""));
        fence.takeOver("new", Map.of(1, ""));
        EventRef sameNumber = new EventRef(event.ref().seq(), UUID.randomUUID());
        fence.resolveDoubt("new", "old", Set.of(1), List.of(sameNumber));
        assertThat(database.count("select count(*) from outbox")).isEqualTo(1);
    }

    @Test
    void aSettleAfterAReconnectNeverDeletesAnUnsentRowThatHasARepeatedNumber() throws Exception {
        fence.open("reader", "node", ProgressMark.NONE);
        try (Connection connection = database.connect()) {
            insert(connection, "k", "label");
        }
        Outbox outbox = outboxes.forLane("reader", System::nanoTime);
        List<EventRef> published = outbox.next(ALL_SHARDS).refs();
        database.execute("truncate outbox restart identity");
        database.lanes().getHikariPoolMXBean().softEvictConnections();
        insertOne();
        outbox.settle(published, ProgressMark.NONE);
        assertThat(database.count("select count(*) from outbox")).isEqualTo(1);
    }

    @Test
    void aFencedTakerRecoversNothing() throws Exception {
        OutboxEvent event = insertOne();
        fence.takeOver("old", Map.of(1, ""));
        fence.takeOver("new", Map.of(1, ""));
        fence.open("third", "node-3", new ProgressMark(6, 30));
        fence.takeOver("third", Map.of(1, ""));
        assertThatThrownBy(() -> fence.resolveDoubt("new", "old", Set.of(1), List.of(event.ref())))
                .isInstanceOf(StepDownFailure.class);
        assertThat(database.count("select count(*) from outbox")).isEqualTo(1);
    }

    /** A taker that stops dead in the middle, its connection open, must not keep the others from taking the shard. */
    @Test
    void aTakerPausedWithinItsTransactionDoesNotHoldTheShardForLong() throws Exception {
        fence.takeOver("old", Map.of(1, ""));
        try (Connection paused = database.connect()) {
            paused.createStatement().execute(PostgresOutboxes.SESSION_SETTINGS);
            paused.setAutoCommit(false);
            paused.createStatement()
                    .executeQuery("select shard from latchkey.shard where shard = 1 for update")
                    .close();
            assertThat(fence.takeOver("new", Map.of(1, "")).granted()).hasSize(1);
            assertThatThrownBy(paused::commit).hasMessageContaining("idle-in-transaction");
        }
    }

    @Test
    void anotherShardCountIsRefusedByName() {
        ClusterRecord record = new ClusterRecord(database.lanes(), OutboxTable.DEFAULT);
        assertThatThrownBy(() -> record.establish(8))
                .isInstanceOf(StopFailure.class)
                .hasMessageContaining("shards: 8")
                .hasMessageContaining("shards: 4");
    }

    @Test
    void rowsRestoredIntoAnotherClusterAreOrderedByNumberAlone() throws Exception {
        insertOne();
        database.execute("update latchkey.relay set system_identifier = 1");
        assertThat(new ClusterRecord(database.lanes(), OutboxTable.DEFAULT).establish(OutboxDatabase.SHARDS))
                .isEqualTo(1);
        assertThat(new ClusterRecord(database.lanes(), OutboxTable.DEFAULT).establish(OutboxDatabase.SHARDS))
                .as("remembered")
                .isEqualTo(1);
    }

    private OutboxEvent insertOne() throws Exception {
        try (Connection connection = database.connect()) {
            insert(connection, "k", "label");
        }
        return outboxes.forLane("reader", System::nanoTime)
                .next(ALL_SHARDS)
                .events()
                .get(0);
    }
}
