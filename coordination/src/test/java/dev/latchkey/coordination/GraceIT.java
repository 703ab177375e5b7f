package dev.latchkey.coordination;

import static dev.latchkey.coordination.TestCluster.within;
import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.coordination.Coordinator.Connection.State;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A node with a young session takes nothing from an owner that isn't known dead. */
class GraceIT {
    private TestingServer server;

    @BeforeEach
    void open() throws Exception {
        server = new TestingServer(TestCluster.server(-1), true);
    }

    @AfterEach
    void close() throws Exception {
        server.close();
    }

    @Test
    void whatAnUnknownNodeIsOnRecordAsHoldingIsTakenOnlyAfterTheGrace() {
        Duration grace = Duration.ofSeconds(2);
        try (TestCluster cluster = new TestCluster(server.getConnectString(), 4, grace)) {
            cluster.ledger.put(1, "unknown");
            Instant before = Instant.now();
            TestNode a = cluster.start("a");
            within(2).until(() -> a.believes().equals(Set.of(0, 2, 3)));
            cluster.awaitBalanced(a);
            assertThat(Duration.between(before, Instant.now())).isGreaterThanOrEqualTo(grace);
        }
    }

    @Test
    void whatADeadNodeHeldIsTakenBeforeTheGraceEnds() {
        try (TestCluster cluster = new TestCluster(server.getConnectString(), 4, Duration.ofMinutes(5))) {
            TestNode owner = cluster.start("owner");
            cluster.awaitBalanced(owner);
            TestNode young = cluster.start("young");
            // By hand-over, which takes nothing from anyone.
            cluster.awaitBalanced(owner, young);
            owner.crash();
            cluster.awaitBalanced(young);
        }
    }

    @Test
    void nothingIsTakenWhileTheRecordCannotBeRead() {
        Duration grace = Duration.ofSeconds(2);
        try (TestCluster cluster = new TestCluster(server.getConnectString(), 4, grace)) {
            Instant before = Instant.now();
            TestNode a = cluster.withRecord(() -> {
                        throw new IllegalStateException("no database");
                    })
                    .start("a");
            within(2).until(() -> a.coordinator.connection().state() == State.CONNECTED);
            cluster.awaitBalanced(a);
            assertThat(Duration.between(before, Instant.now())).isGreaterThanOrEqualTo(grace);
        }
    }

    @Test
    void aMemberThatWentWithAllTheDataIsNotTakenForDead() throws Exception {
        Duration grace = Duration.ofSeconds(2);
        try (TestCluster cluster = new TestCluster(server.getConnectString(), 4, grace)) {
            String ghost = "{\"id\":\"ghost\",\"startedAt\":\"2026-01-01T00:00:00Z\",\"holds\":[0,1]}";
            cluster.client()
                    .create()
                    .creatingParentsIfNeeded()
                    .forPath(cluster.memberPath("ghost"), ghost.getBytes(StandardCharsets.UTF_8));
            cluster.ledger.putAll(Map.of(0, "ghost", 1, "ghost"));
            TestNode a = cluster.start("a");
            within(5).until(() -> a.believes().equals(Set.of(2, 3)));
            cluster.awaitGraceOver();
            Instant before = Instant.now();
            cluster.wipe();
            within(10).until(() -> a.believes().size() == 4);
            assertThat(Duration.between(before, Instant.now())).isGreaterThanOrEqualTo(grace);
        }
    }
}
