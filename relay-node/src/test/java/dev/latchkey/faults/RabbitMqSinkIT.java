package dev.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.latchkey.lab.cluster.ClusterFixture;
import dev.latchkey.lab.cluster.NodeProcess;
import dev.latchkey.lab.cluster.ServerAddresses;
import dev.latchkey.lab.history.Checker;
import dev.latchkey.lab.history.HistoryRecorder;
import dev.latchkey.lab.history.Promise;
import dev.latchkey.lab.history.Verdict;
import dev.latchkey.lab.observe.RabbitObserver;
import dev.latchkey.lab.server.PostgresServer;
import dev.latchkey.lab.server.PostgresSettings;
import dev.latchkey.lab.server.RabbitMqServer;
import dev.latchkey.lab.server.Servers;
import dev.latchkey.lab.server.ZooKeeperEnsemble;
import dev.latchkey.lab.workload.OrdersSchema;
import dev.latchkey.lab.workload.OrdersWorkload;
import dev.latchkey.lab.workload.WorkloadSettings;
import dev.latchkey.publish.rabbitmq.RealBroker;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The promise into RabbitMQ: at least once, in commit order per key. */
@Timeout(300)
class RabbitMqSinkIT {
    private static final Path RELAY_JAR = Path.of("target", "latchkey-relay.jar");
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final HistoryRecorder history = new HistoryRecorder();

    @Test
    void nothingIsLostOrReorderedThroughADeadOwnerAPausedOneAndALostBroker() throws Exception {
        try (RabbitMqServer rabbit = RealBroker.start();
                PostgresServer postgres = Servers.embedded().postgres(PostgresSettings.defaults());
                ZooKeeperEnsemble zooKeeper = Servers.embedded().zooKeeper(1)) {
            Servers.startTogether(postgres::start, zooKeeper::start);
            String database = postgres.createDatabase("sink");
            try (Connection connection = postgres.connect(database)) {
                OrdersSchema.create(connection);
            }
            try (ClusterFixture cluster = cluster(postgres, database, zooKeeper, rabbit);
                    RabbitObserver observer = new RabbitObserver(rabbit.uri(), history);
                    OrdersWorkload workload = new OrdersWorkload(
                            WorkloadSettings.defaults().rate(200), () -> postgres.connect(database), history)) {
                cluster.migrate();
                observer.start();
                workload.start();
                cluster.start();
                trouble(cluster, rabbit);
                workload.stop();
                assertThat(history.awaitDelivered(LIMIT)).isTrue();
            }
        }
        Verdict verdict = Checker.check(history.history());
        assertThat(verdict.isClean(Promise.AT_LEAST_ONCE))
                .as(verdict.toString())
                .isTrue();
    }

    private void trouble(ClusterFixture cluster, RabbitMqServer rabbit) {
        awaitDelivered(500);
        NodeProcess first = cluster.node(0);
        first.kill9();
        awaitDelivered(500);
        first.start();
        first.awaitReady(LIMIT);
        cluster.node(1).pause();
        awaitDelivered(800);
        cluster.node(1).resume();
        awaitDelivered(500);
        rabbit.kill9();
        rabbit.start();
        awaitDelivered(500);
    }

    private void awaitDelivered(int more) {
        long target = history.delivered() + more;
        await().atMost(LIMIT).until(() -> history.delivered() >= target);
    }

    private static ClusterFixture cluster(
            PostgresServer postgres, String database, ZooKeeperEnsemble zooKeeper, RabbitMqServer rabbit) {
        ServerAddresses addresses = new ServerAddresses(
                postgres.jdbcUrl(database),
                postgres.user(),
                postgres.password(),
                "no Kafka",
                zooKeeper.connectString());
        return ClusterFixture.on(addresses)
                .nodes(2)
                .shards(8)
                .configure(config -> config.set("/zookeeper/sessionTimeout", "4s")
                        .set("/zookeeper/connectionTimeout", "2s")
                        .set(
                                "/sink",
                                Map.of(
                                        "type", "rabbitmq",
                                        "addresses", RealBroker.address(rabbit),
                                        "username", rabbit.user(),
                                        "password", rabbit.password(),
                                        "declare", true)))
                .build(RELAY_JAR);
    }
}
