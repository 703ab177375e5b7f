package dev.latchkey.node;

import static dev.latchkey.node.BridgeRig.QUICK;
import static dev.latchkey.node.BridgeRig.within;
import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.bridge.BridgeStatus.State;
import dev.latchkey.config.BridgeAloneConfiguration;
import dev.latchkey.coordination.CoordinationSettings;
import dev.latchkey.coordination.Coordinator;
import dev.latchkey.coordination.Coordinators;
import dev.latchkey.coordination.Member;
import dev.latchkey.coordination.OwnershipListener;
import dev.latchkey.coordination.OwnershipTerm;
import dev.latchkey.lab.server.PostgresServer;
import dev.latchkey.lab.server.PostgresSettings;
import dev.latchkey.lab.server.RabbitMqServer;
import dev.latchkey.lab.server.Servers;
import dev.latchkey.lab.server.ZooKeeperEnsemble;
import dev.latchkey.publish.rabbitmq.RealBroker;
import io.dropwizard.core.setup.Environment;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The bridge in a cluster: one node runs it, the others stand by. */
class NodeBridgeIT {
    private static final Duration SESSION = Duration.ofSeconds(4);

    private final List<Node> nodes = new ArrayList<>();
    private RabbitMqServer rabbit;
    private PostgresServer postgres;
    private ZooKeeperEnsemble zooKeeper;
    private BridgeRig rig;
    private BridgeAloneConfiguration configuration;

    /** A node that has nothing but its coordinator and its bridge. */
    private record Node(Coordinator coordinator, NodeBridge bridge) {
        State state() {
            return bridge.status().connection().state();
        }
    }

    @BeforeEach
    void open() throws Exception {
        rabbit = RealBroker.start();
        postgres = Servers.embedded().postgres(PostgresSettings.defaults());
        zooKeeper = Servers.embedded().zooKeeper(1);
        postgres.start();
        zooKeeper.start();
        rig = new BridgeRig(postgres, rabbit);
        configuration = rig.configuration(Map.of("booking_event", "bookings"), QUICK);
        rig.migrate(configuration);
        start("a");
        start("b");
        within(20).until(() -> listening().size() == 1);
    }

    private void start(String id) throws Exception {
        CoordinationSettings settings = new CoordinationSettings(
                zooKeeper.connectString(),
                "/latchkey/test",
                SESSION,
                Duration.ofSeconds(1),
                null,
                1,
                new Member(id, "http://" + id, "1", Instant.now(), Set.of()));
        Coordinator coordinator = Coordinators.curator(settings, Map::of, Clock.systemUTC());
        NodeBridge bridge = NodeBridge.build(
                configuration.bridge(),
                configuration.database(),
                new Environment(id),
                coordinator,
                rig.gaveUp::incrementAndGet);
        nodes.add(new Node(coordinator, bridge));
        bridge.start();
        coordinator.start(new OwnsNothing());
    }

    @AfterEach
    void close() throws Exception {
        for (Node node : nodes) {
            node.bridge().stop();
            node.bridge().close();
            node.coordinator().close();
        }
        if (rig != null) {
            rig.close();
            postgres.close();
            zooKeeper.close();
        }
        if (rabbit != null) {
            rabbit.close();
        }
    }

    private List<Node> listening() {
        return nodes.stream().filter(node -> node.state() == State.CONNECTED).toList();
    }

    @Test
    void anotherNodeTakesOverWhenTheOneThatRunsItDies() throws Exception {
        rig.add("booking_event", "1");
        rig.unpublishedIs(0);
        Node first = listening().get(0);
        first.coordinator().close();
        within(20).until(() -> listening().stream().anyMatch(node -> node != first));
        rig.add("booking_event", "2");
        rig.unpublishedIs(0);
        assertThat(rig.await("bookings", 2)).containsExactly("1", "2");
    }

    /** RabbitMQ has no fence, so what isn't certain isn't published. */
    @Test
    void nothingIsPublishedWhileTheSessionIsUncertainAndAllOfItAfterwards() throws Exception {
        zooKeeper.stop();
        within(10).until(() -> listening().isEmpty());
        rig.add("booking_event", "1");
        rig.unpublishedIs(1);
        assertThat(rig.take("bookings")).isEmpty();
        zooKeeper.start();
        assertThat(rig.await("bookings", 1)).containsExactly("1");
        rig.unpublishedIs(0);
    }

    /** The bridge's node needs no shard. */
    private static final class OwnsNothing implements OwnershipListener {
        @Override
        public void acquired(OwnershipTerm term) {}

        @Override
        public void drain(OwnershipTerm term) {}

        @Override
        public void uncertain(OwnershipTerm term, String reason) {}

        @Override
        public void confirmed(OwnershipTerm term) {}

        @Override
        public void lost(OwnershipTerm term) {}
    }
}
