package dev.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.latchkey.lab.cluster.AdminClient;
import dev.latchkey.lab.cluster.ClusterFixture;
import dev.latchkey.lab.cluster.NodeProcess;
import dev.latchkey.lab.history.Checker;
import dev.latchkey.lab.history.HistoryRecorder;
import dev.latchkey.lab.history.Verdict;
import dev.latchkey.lab.observe.KafkaObserver;
import dev.latchkey.lab.server.KafkaProcess;
import dev.latchkey.lab.server.KafkaSettings;
import dev.latchkey.lab.server.PostgresServer;
import dev.latchkey.lab.server.PostgresSettings;
import dev.latchkey.lab.server.Servers;
import dev.latchkey.lab.server.ZooKeeperEnsemble;
import dev.latchkey.lab.workload.OrdersSchema;
import dev.latchkey.lab.workload.OrdersWorkload;
import dev.latchkey.lab.workload.WorkloadSettings;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Real servers, relay nodes as processes, the orders workload and an observer: everything a fault needs to be tried on. */
final class LoadedCluster implements AutoCloseable {
    static final int SHARDS = 8;
    static final Duration SESSION_TIMEOUT = Duration.ofSeconds(4);

    private static final Path RELAY_JAR = Path.of("target", "latchkey-relay.jar");
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final HistoryRecorder history = new HistoryRecorder();
    private final PostgresServer postgres = Servers.embedded().postgres(PostgresSettings.defaults());
    private final KafkaProcess kafka = Servers.embedded().kafkaProcess(KafkaSettings.defaults());
    private final ZooKeeperEnsemble zooKeeper = Servers.embedded().zooKeeper(3);
    private final String database;
    private final ClusterFixture nodes;
    private final OrdersWorkload workload;
    private final KafkaObserver observer;

    private LoadedCluster(int nodeCount, UnaryOperator<ClusterFixture.Builder> changes) throws SQLException {
        Servers.startTogether(postgres::start, kafka::start, zooKeeper::start);
        database = postgres.createDatabase("faults");
        nodes = changes.apply(ClusterFixture.on(postgres, database, kafka, zooKeeper)
                        .nodes(nodeCount)
                        .shards(SHARDS)
                        .configure(config -> config.set("/zookeeper/sessionTimeout", SESSION_TIMEOUT.toSeconds() + "s")
                                .set("/zookeeper/connectionTimeout", "2s")))
                .build(RELAY_JAR);
        try (Connection connection = postgres.connect(database)) {
            OrdersSchema.create(connection);
        }
        nodes.migrate();
        workload = new OrdersWorkload(
                WorkloadSettings.defaults().rate(300).longTransaction(Duration.ofSeconds(2)),
                () -> postgres.connect(database),
                history);
        observer = new KafkaObserver(kafka.bootstrapServers(), history);
    }

    /** All of it running, with a backlog of several batches waiting for the first node. */
    static LoadedCluster start(int nodeCount) throws SQLException {
        return start(nodeCount, builder -> builder);
    }

    static LoadedCluster start(int nodeCount, UnaryOperator<ClusterFixture.Builder> changes) throws SQLException {
        LoadedCluster cluster = new LoadedCluster(nodeCount, changes);
        try {
            cluster.workload.start();
            cluster.observer.start();
            cluster.awaitCommitted(500);
            cluster.nodes.start();
            cluster.awaitDelivered(1000);
            return cluster;
        } catch (Throwable e) {
            cluster.close();
            throw e;
        }
    }

    NodeProcess node(int index) {
        return nodes.node(index);
    }

    List<NodeProcess> nodes() {
        return nodes.nodes();
    }

    PostgresServer postgres() {
        return postgres;
    }

    KafkaProcess kafka() {
        return kafka;
    }

    ZooKeeperEnsemble zooKeeper() {
        return zooKeeper;
    }

    /** Waits for so many more committed events. */
    void awaitCommitted(int more) {
        long target = history.committed() + more;
        await().atMost(LIMIT).until(() -> history.committed() >= target);
    }

    /** Waits for so many more delivered events. */
    void awaitDelivered(int more) {
        long target = history.delivered() + more;
        await().atMost(LIMIT).until(() -> history.delivered() >= target);
    }

    /** Number of shards by living owner, as a node's admin port tells it. */
    Map<String, Integer> owners(NodeProcess asked) {
        Map<String, Integer> owners = new HashMap<>();
        AdminClient.json(asked.adminUrl().resolve("/shards"))
                .ifPresent(answer -> answer.get("shards").forEach(shard -> {
                    if (shard.path("ownerAlive").asBoolean()
                            && shard.path("state").asText().equals("active")) {
                        owners.merge(shard.path("owner").asText(), 1, Integer::sum);
                    }
                }));
        return owners;
    }

    /** Waits until these nodes have all shards, spread evenly. */
    void awaitBalanced(NodeProcess... members) {
        await().atMost(LIMIT).untilAsserted(() -> {
            Map<String, Integer> owners = owners(members[0]);
            assertThat(owners).hasSize(members.length);
            assertThat(owners.values().stream().mapToInt(Integer::intValue).sum())
                    .isEqualTo(SHARDS);
            int most =
                    owners.values().stream().mapToInt(Integer::intValue).max().orElseThrow();
            int least =
                    owners.values().stream().mapToInt(Integer::intValue).min().orElseThrow();
            assertThat(most - least).isLessThanOrEqualTo(1);
        });
    }

    /** Stops the workload, waits for what is still to come and asserts that the history keeps every promise. */
    void assertCleanHistory() {
        workload.stop();
        history.awaitDelivered(LIMIT);
        Verdict verdict = Checker.check(history.history());
        assertThat(verdict.isClean()).as("%s%n%s", verdict.summary(), verdict).isTrue();
        assertThat(verdict.delivered()).isGreaterThan(1000);
    }

    @Override
    public void close() {
        workload.close();
        observer.close();
        nodes.close();
        Stream.of(zooKeeper, kafka, postgres).forEach(server -> server.close());
    }
}
