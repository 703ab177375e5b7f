package dev.latchkey.coordination;

import static dev.latchkey.coordination.TestCluster.within;
import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.coordination.Coordinator.Connection.State;
import dev.latchkey.coordination.TestNode.Kind;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingCluster;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sessions end, servers go away and come back, with their data or without. */
class ConnectionLossIT {
    private static final int SHARDS = 8;

    private TestingServer server;
    private TestCluster cluster;
    private TestNode a;
    private TestNode b;
    private TestNode c;

    @BeforeEach
    void open() throws Exception {
        server = new TestingServer(TestCluster.server(-1), true);
        cluster = new TestCluster(server.getConnectString(), SHARDS);
        a = cluster.start("a");
        b = cluster.start("b");
        c = cluster.start("c");
        cluster.awaitBalanced(a, b, c);
    }

    @AfterEach
    void close() throws IOException {
        cluster.close();
        server.close();
    }

    @Test
    void anEndedSessionLeavesOneOwnerForEachShardAndTheOldOneIsTold() throws Exception {
        cluster.awaitGraceOver();
        int held = b.believes().size();
        b.killSession(server.getConnectString());
        within(5).until(() -> b.count(Kind.CONFIRMED) + b.count(Kind.LOST) >= held);
        cluster.awaitBalanced(a, b, c);
    }

    @Test
    void aSessionThatTheClientEndsLeavesOneOwnerForEachShardAndTheOldOneIsTold() throws Exception {
        int held = b.believes().size();
        b.endSession();
        within(5).until(() -> b.count(Kind.CONFIRMED) + b.count(Kind.LOST) >= held);
        cluster.awaitBalanced(a, b, c);
    }

    @Test
    void aRestartWithinTheSessionTimeoutConfirmsTheSameTerms() throws Exception {
        List<OwnershipTerm> before = terms();
        server.restart();
        awaitConfirmed();
        assertThat(terms()).isEqualTo(before);
    }

    @Test
    void anOutageLongerThanTheSessionEndsWithTheSameOwners() throws Exception {
        Map<Integer, String> before = cluster.owners();
        server.stop();
        within(10).until(() -> a.coordinator.connection().state() == State.LOST);
        within(10).until(() -> c.coordinator.connection().state() == State.LOST);
        server.restart();
        awaitConfirmed();
        assertThat(cluster.owners()).isEqualTo(before);
        assertThat(cluster.count(Kind.LOST)).isZero();
    }

    @Test
    void anEnsembleThatComesBackEmptyEndsWithTheSameOwners() throws Exception {
        Map<Integer, String> before = cluster.owners();
        int port = server.getPort();
        server.close();
        within(10).until(() -> a.coordinator.connection().state() == State.LOST);
        server = new TestingServer(TestCluster.server(port), true);
        awaitConfirmed();
        assertThat(cluster.owners()).isEqualTo(before);
        assertThat(cluster.count(Kind.LOST)).isZero();
    }

    @Test
    void flappingLeavesOneLatchNodeForEachShard() throws Exception {
        Map<Integer, String> before = cluster.owners();
        for (int i = 0; i < 5; i++) {
            Instant restart = Instant.now();
            server.restart();
            within(10).until(() -> Stream.of(a, b, c).allMatch(node -> isBackSince(node, restart)));
        }
        within(10).until(() -> cluster.owners().equals(before));
        cluster.awaitBalanced(a, b, c);
        assertThat(cluster.count(Kind.LOST)).isZero();
    }

    @Test
    void theListenerIsToldAtOnceThatOwnershipIsUncertain() throws Exception {
        server.stop();
        within(1).until(() -> cluster.count(Kind.UNCERTAIN) == SHARDS);
    }

    @Test
    void aNodeCanLeaveWhileTheEnsembleIsAway() throws Exception {
        server.stop();
        within(5).until(() -> a.coordinator.connection().state() != State.CONNECTED);
        assertThat(a.leave()).isTrue();
    }

    @Test
    void theLossOfOneServerOfThreeMovesNothing() throws Exception {
        InstanceSpec[] specs = {TestCluster.server(-1), TestCluster.server(-1), TestCluster.server(-1)};
        try (TestingCluster servers = new TestingCluster(specs)) {
            servers.start();
            try (TestCluster three = new TestCluster(servers.getConnectString(), SHARDS)) {
                TestNode x = three.start("x");
                TestNode y = three.start("y");
                three.awaitBalanced(x, y);
                Map<Integer, String> before = three.owners();
                servers.killServer(servers.findConnectionInstance(x.zooKeeper()));
                within(10).until(() -> x.count(Kind.CONFIRMED) >= SHARDS / 2);
                three.awaitBalanced(x, y);
                assertThat(three.owners()).isEqualTo(before);
                assertThat(three.count(Kind.LOST)).isZero();
            }
        }
    }

    /** A client notices only after a while that a server it was connected to has gone and come back. */
    private static boolean isBackSince(TestNode node, Instant restart) {
        Coordinator.Connection connection = node.coordinator.connection();
        return connection.state() == State.CONNECTED && connection.since().isAfter(restart);
    }

    private void awaitConfirmed() {
        within(10).until(() -> cluster.count(Kind.CONFIRMED) >= SHARDS);
        cluster.awaitBalanced(a, b, c);
        assertThat(cluster.count(Kind.UNCERTAIN)).isEqualTo(SHARDS);
    }

    private List<OwnershipTerm> terms() {
        return List.of(a, b, c).stream()
                .flatMap(node -> node.believes().stream().map(node::term))
                .toList();
    }
}
