package dev.latchkey.coordination;

import static dev.latchkey.coordination.TestCluster.within;
import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.coordination.Coordinator.Connection.State;
import dev.latchkey.coordination.TestNode.Kind;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.curator.test.TestingServer;
import org.apache.zookeeper.CreateMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Members come, go, vanish and quarrel while the ensemble is well. */
class OwnershipIT {
    private static final int SHARDS = 12;

    private TestingServer server;
    private TestCluster cluster;

    @BeforeEach
    void open() throws Exception {
        server = new TestingServer(TestCluster.server(-1), true);
        cluster = new TestCluster(server.getConnectString(), SHARDS);
    }

    @AfterEach
    void close() throws Exception {
        cluster.close();
        server.close();
    }

    @Test
    void joiningNodesGetTheirShareAndNoOtherShardMoves() {
        TestNode a = cluster.start("a");
        cluster.awaitBalanced(a);
        TestNode b = cluster.start("b");
        cluster.awaitBalanced(a, b);
        assertThat(cluster.count(Kind.DRAIN)).isEqualTo(6);
        TestNode c = cluster.start("c");
        cluster.awaitBalanced(a, b, c);
        assertThat(cluster.count(Kind.DRAIN)).isEqualTo(6 + 4);
        TestNode d = cluster.start("d");
        TestNode e = cluster.start("e");
        cluster.awaitBalanced(a, b, c, d, e);
        assertThat(cluster.count(Kind.LOST)).isZero();
        assertThat(cluster.count(Kind.UNCERTAIN)).isZero();
    }

    @Test
    void aNodeThatLeavesHandsOverWithoutAGapAndNothingElseMoves() throws Exception {
        TestNode a = cluster.start("a");
        TestNode b = cluster.start("b");
        TestNode c = cluster.start("c");
        cluster.awaitBalanced(a, b, c);
        Map<Integer, String> before = cluster.owners();
        Set<Integer> handedOver = b.believes();
        Instant asked = Instant.now();
        assertThat(b.leave()).isTrue();
        assertThat(Duration.between(asked, Instant.now()))
                .as("successors queue up, so none of the wait for one is spent")
                .isLessThan(Duration.ofMillis(900));
        cluster.awaitBalanced(a, c);
        cluster.owners().forEach((shard, owner) -> {
            if (!handedOver.contains(shard)) {
                assertThat(owner).isEqualTo(before.get(shard));
            }
        });
        for (int shard : handedOver) {
            Instant taken = (a.believes().contains(shard) ? a : c).term(shard).since();
            Instant drained = b.drainedAt(shard);
            assertThat(Duration.between(drained, taken)).isLessThan(Duration.ofMillis(500));
        }
    }

    @Test
    void theLastNodeLeavesAtOnce() throws Exception {
        TestNode a = cluster.start("a");
        cluster.awaitBalanced(a);
        Instant before = Instant.now();
        assertThat(a.leave()).isTrue();
        assertThat(Duration.between(before, Instant.now())).isLessThan(Duration.ofMillis(900));
        assertThat(a.believes()).isEmpty();
    }

    @Test
    void leavingReportsShardsThatWereNotReleasedInTime() throws Exception {
        TestNode a = cluster.start("a");
        cluster.awaitBalanced(a);
        a.answersDrains = false;
        assertThat(a.coordinator.leave(Duration.ofMillis(300))).isFalse();
    }

    @Test
    void theHolderKeepsAShardUntilItHasDrained() {
        TestNode a = cluster.start("a");
        cluster.awaitBalanced(a);
        a.answersDrains = false;
        TestNode b = cluster.start("b");
        within(10).until(() -> a.count(Kind.DRAIN) == 6);
        assertThat(b.believes()).isEmpty();
        a.events.stream().filter(event -> event.kind() == Kind.DRAIN).forEach(event -> a.release(event.term()));
        cluster.awaitBalanced(a, b);
    }

    @Test
    void shardsOfAMemberThatVanishesAreTakenAtOnce() {
        TestNode a = cluster.start("a");
        TestNode b = cluster.start("b");
        cluster.awaitBalanced(a, b);
        cluster.awaitGraceOver();
        Instant before = Instant.now();
        b.crash();
        cluster.awaitBalanced(a);
        assertThat(Duration.between(before, Instant.now())).isLessThan(TestCluster.SESSION_TIMEOUT);
    }

    @Test
    void aSecondProcessWithTheSameIdWaitsUntilTheFirstIsGone() {
        TestNode first = cluster.start("a");
        cluster.awaitBalanced(first);
        TestNode second = cluster.start("a");
        within(5).until(() -> second.coordinator.connection().state() == State.CONNECTED);
        TestNode other = cluster.start("b");
        cluster.awaitBalanced(first, other);
        assertThat(second.events).isEmpty();
        first.crash();
        cluster.awaitBalanced(second, other);
    }

    @Test
    void aContestedTermIsAcquiredAnewWhenNobodyElseLeads() {
        TestNode a = cluster.start("a");
        cluster.awaitBalanced(a);
        OwnershipTerm old = a.term(3);
        a.coordinator.contest(old);
        within(5).until(() -> a.term(3).term() > old.term());
        assertThat(a.count(Kind.ACQUIRED)).isEqualTo(SHARDS + 1);
        assertThat(a.believes()).hasSize(SHARDS);
        a.coordinator.contest(old);
        cluster.awaitBalanced(a);
        assertThat(a.count(Kind.ACQUIRED)).as("an old term can't be contested").isEqualTo(SHARDS + 1);
    }

    @Test
    void aContestedTermIsLostWhenAnotherWaits() throws Exception {
        TestNode a = cluster.start("a");
        cluster.awaitBalanced(a);
        cluster.client()
                .create()
                .withMode(CreateMode.EPHEMERAL_SEQUENTIAL)
                .forPath(cluster.queuePath(3) + "/other-latch-", "stranger".getBytes(StandardCharsets.UTF_8));
        a.coordinator.contest(a.term(3));
        within(5).until(() -> a.count(Kind.LOST) == 1);
        assertThat(a.term(3).shard()).isEqualTo(3);
        assertThat(a.believes()).hasSize(SHARDS - 1);
    }

    @Test
    void aDeletedMemberNodeIsMadeAgainAndNothingMoves() throws Exception {
        TestNode a = cluster.start("a");
        TestNode b = cluster.start("b");
        cluster.awaitBalanced(a, b);
        Map<Integer, String> before = cluster.owners();
        long drains = cluster.count(Kind.DRAIN);
        cluster.client().delete().forPath(cluster.memberPath("b"));
        within(5).until(() -> cluster.client().checkExists().forPath(cluster.memberPath("b")) != null);
        cluster.awaitBalanced(a, b);
        assertThat(cluster.owners()).isEqualTo(before);
        assertThat(cluster.count(Kind.DRAIN)).isEqualTo(drains);
    }

    @Test
    void aDeletedLatchNodeIsNoticedAndMadeAgain() throws Exception {
        TestNode a = cluster.start("a");
        cluster.awaitBalanced(a);
        OwnershipTerm old = a.term(5);
        String latch = cluster.queues().get(5).get(0);
        cluster.client().delete().forPath(cluster.queuePath(5) + "/" + latch);
        within(5).until(() -> a.count(Kind.CONFIRMED) == 1);
        assertThat(a.term(5).term()).isGreaterThan(old.term());
        assertThat(a.count(Kind.UNCERTAIN)).isEqualTo(1);
    }

    @Test
    void dataWipedUnderLivingSessionsHealsAndNothingMoves() throws Exception {
        TestNode a = cluster.start("a");
        TestNode b = cluster.start("b");
        cluster.awaitBalanced(a, b);
        Map<Integer, String> before = cluster.owners();
        cluster.wipe();
        within(5).until(() -> cluster.count(Kind.CONFIRMED) == SHARDS);
        cluster.awaitBalanced(a, b);
        assertThat(cluster.owners()).isEqualTo(before);
    }

    @Test
    void membersAndContactAreReported() {
        TestNode a = cluster.start("a");
        TestNode b = cluster.start("b");
        cluster.awaitBalanced(a, b);
        within(5).untilAsserted(() -> {
            Map<String, Set<Integer>> holds = new HashMap<>();
            a.coordinator.members().forEach(member -> holds.put(member.id(), new TreeSet<>(member.holds())));
            assertThat(holds).isEqualTo(Map.of("a", a.believes(), "b", b.believes()));
        });
        Instant contact = a.coordinator.connection().lastContact();
        within(2).until(() -> a.coordinator.connection().lastContact().isAfter(contact.plusMillis(300)));
    }

    @Test
    void closingTwiceLeavesNoNodesAndNoThreads() throws Exception {
        TestNode a = cluster.start("gone");
        cluster.awaitBalanced(a);
        a.close();
        a.close();
        within(5).untilAsserted(() -> {
            assertThat(cluster.client().checkExists().forPath(cluster.memberPath("gone")))
                    .isNull();
            assertThat(cluster.queues())
                    .allSatisfy((shard, queue) -> assertThat(queue).isEmpty());
            assertThat(Thread.getAllStackTraces().keySet())
                    .noneMatch(thread -> thread.getName().contains("latchkey-coordination-gone"));
        });
    }
}
