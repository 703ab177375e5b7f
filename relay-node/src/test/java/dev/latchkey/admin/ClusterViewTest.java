package dev.latchkey.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.coordination.Coordinator.Connection;
import dev.latchkey.coordination.ShardMap;
import dev.latchkey.failure.RelayFailure;
import dev.latchkey.failure.RetryableFailure;
import dev.latchkey.lane.ShardState;
import dev.latchkey.lane.ShardStatus;
import dev.latchkey.metrics.OldestUnsent;
import dev.latchkey.outbox.ClusterStatus;
import dev.latchkey.outbox.postgres.OutboxTable;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** As node-1 of a cluster of two shards. */
class ClusterViewTest {
    private static final ShardMap TWO_SHARDS = new ShardMap(2);

    private final FakeCoordinator coordinator = new FakeCoordinator();
    private final List<ShardStatus> own = new ArrayList<>();
    private final FakeStatus status = new FakeStatus();
    private final ClusterView cluster = new ClusterView(
            new NodeView(
                    new NodeView.Identity("orders", "node-1"),
                    TWO_SHARDS,
                    new NodeView.Lanes(() -> own, List::of, new OldestUnsent(TWO_SHARDS, () -> 0)),
                    coordinator,
                    new NodeView.Database(null, OutboxTable.DEFAULT, Optional.empty()),
                    Optional::empty,
                    true),
            status,
            Clock.fixed(FakeCoordinator.START.plusSeconds(90), ZoneOffset.UTC),
            () -> 0);

    private static final class FakeStatus implements ClusterStatus {
        private final List<ShardLine> lines = new ArrayList<>();
        private final Map<Integer, Backlog> backlog =
                Map.of(0, new Backlog(12, false, 0.4), 1, new Backlog(0, false, null));
        private boolean away;
        private boolean slow;

        @Override
        public List<ShardLine> shards() throws RelayFailure {
            if (away) {
                throw new RetryableFailure("connection refused", null);
            }
            return lines;
        }

        @Override
        public Map<Integer, Backlog> backlog() throws RelayFailure {
            if (away) {
                throw new RetryableFailure("connection refused", null);
            }
            if (slow) {
                throw new RetryableFailure("timed out", null);
            }
            return backlog;
        }
    }

    private void recorded(int shard, long epoch, String owner, String state) {
        status.lines.add(new ClusterStatus.ShardLine(shard, epoch, owner, state, 100, null, 0.5));
    }

    private ShardsPage.Line shard(int shard) {
        return cluster.shards().shards().get(shard);
    }

    @Test
    void answersForShardsOfOtherNodes() {
        recorded(0, 3, "node-1", "active");
        recorded(1, 8, "node-2", "active");
        coordinator.members = List.of(FakeCoordinator.member("node-1", 0), FakeCoordinator.member("node-2", 1));

        assertThat(shard(0))
                .isEqualTo(
                        new ShardsPage.Line(0, "0-127", "node-1", true, 3, "active", 12L, false, 0.4, 100L, null, 0.5));
        assertThat(shard(1))
                .isEqualTo(new ShardsPage.Line(
                        1, "128-255", "node-2", true, 8, "active", 0L, false, null, 100L, null, 0.5));
        assertThat(cluster.shards().error()).isNull();
    }

    @Test
    void anOwnerThatIsNoMemberIsGoneAndKeepsItsState() {
        recorded(0, 3, "node-9", "active");
        coordinator.members = List.of(FakeCoordinator.member("node-1"));

        assertThat(shard(0).ownerAlive()).isFalse();
        assertThat(shard(0).state()).isEqualTo("active");
        assertThat(cluster.shards().text()).contains("node-9 (gone)");
    }

    @Test
    void nothingIsSaidOfOthersBeforeTheFirstContactWithTheEnsemble() {
        recorded(0, 3, "node-9", "active");
        recorded(1, 3, "node-1", "active");

        assertThat(shard(0).ownerAlive()).isNull();
        assertThat(shard(1).ownerAlive()).isTrue();
    }

    @Test
    void ofItsOwnShardsItTellsWhatIsSoNow() {
        recorded(0, 3, "node-1", "active");
        own.add(new ShardStatus(0, 3, ShardState.HALTED, "too large", 5));

        assertThat(shard(0).state()).isEqualTo("halted");
        assertThat(shard(0).lastError()).isEqualTo("too large");
        assertThat(shard(0).published()).isEqualTo(100);
        assertThat(shard(0).reportedSecondsAgo()).isNull();
    }

    @Test
    void aHigherEpochOnRecordMeansThatTheShardIsLost() {
        recorded(0, 4, "node-2", "recovering");
        own.add(new ShardStatus(0, 3, ShardState.ACTIVE, null, 5));

        assertThat(shard(0).owner()).isEqualTo("node-2");
        assertThat(shard(0).state()).isEqualTo("recovering");
        assertThat(shard(0).epoch()).isEqualTo(4);
    }

    @Test
    void aShardNotTakenYetBelongsToWhoHoldsIt() {
        recorded(0, 4, "node-2", "active");
        own.add(new ShardStatus(0, 0, ShardState.TAKING_OVER, null, 0));

        assertThat(shard(0).owner()).isEqualTo("node-2");
    }

    @Test
    void withoutTheDatabaseItTellsWhatItKnowsItselfAndWhatIsMissing() {
        status.away = true;
        own.add(new ShardStatus(0, 3, ShardState.ACTIVE, null, 5));

        ShardsPage page = cluster.shards();

        assertThat(page.error()).isEqualTo("connection refused");
        assertThat(page.shards()).hasSize(2);
        assertThat(page.shards().get(0))
                .isEqualTo(new ShardsPage.Line(
                        0, "0-127", "node-1", true, 3, "active", null, false, null, null, null, null));
        assertThat(page.shards().get(1).owner()).isNull();
        assertThat(page.text()).contains("incomplete: connection refused");
    }

    @Test
    void aCountThatTimedOutLeavesTheRestStanding() {
        recorded(0, 3, "node-1", "active");
        status.slow = true;

        assertThat(shard(0).owner()).isEqualTo("node-1");
        assertThat(shard(0).unsent()).isNull();
        assertThat(cluster.shards().error()).isEqualTo("timed out");
    }

    @Test
    void listsMembersAndThoseGoneThatStillHoldShards() {
        recorded(0, 3, "node-1", "active");
        recorded(1, 3, "node-9", "active");
        coordinator.members = List.of(FakeCoordinator.member("node-2"), FakeCoordinator.member("node-1", 0));
        coordinator.connection =
                new Connection(Connection.State.SUSPENDED, FakeCoordinator.START, FakeCoordinator.START);

        NodesPage page = cluster.nodes();

        assertThat(page.nodes())
                .containsExactly(
                        new NodesPage.Node(
                                "node-1", true, "http://node-1:8081", "1.0", "2026-01-01T00:00:00Z", List.of(0)),
                        new NodesPage.Node(
                                "node-2", true, "http://node-2:8081", "1.0", "2026-01-01T00:00:00Z", List.of()),
                        new NodesPage.Node("node-9", false, null, null, null, List.of(1)));
        assertThat(page.coordination()).isEqualTo(new NodesPage.Coordination("suspended", 90));
    }

    @Test
    void aKeyLeadsToItsShardAndOwner() {
        recorded(0, 3, "node-1", "active");
        recorded(1, 8, "node-2", "active");
        coordinator.members = List.of(FakeCoordinator.member("node-2"));

        assertThat(cluster.key("b")).isEqualTo(new KeyPage("b", 146, 1, "node-2", true, 8, "active", null));
    }
}
