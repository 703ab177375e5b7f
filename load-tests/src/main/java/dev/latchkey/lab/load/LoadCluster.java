package dev.latchkey.lab.load;

import dev.latchkey.lab.cluster.ClusterFixture;
import dev.latchkey.lab.cluster.NodeConfig;
import dev.latchkey.lab.cluster.NodeProcess;
import dev.latchkey.lab.server.KafkaProcess;
import dev.latchkey.lab.server.KafkaSettings;
import dev.latchkey.lab.server.PostgresServer;
import dev.latchkey.lab.server.PostgresSettings;
import dev.latchkey.lab.server.Servers;
import dev.latchkey.lab.server.ZooKeeperEnsemble;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** The servers and the nodes of one measurement, one ZooKeeper server among them. For one thread. */
final class LoadCluster implements AutoCloseable {
    static final int SHARDS = 16;
    private static final String DATABASE = "postgres";
    private static final Duration READY_LIMIT = Duration.ofSeconds(60);

    private final Servers servers = Servers.embedded();
    private final PostgresServer postgres;
    private final KafkaProcess kafka = servers.kafkaProcess(KafkaSettings.defaults());
    private final ZooKeeperEnsemble zooKeeper = servers.zooKeeper(1);
    private final ClusterFixture relay;

    LoadCluster(PostgresSettings database, Path relayJar, int nodes, int lanes, Consumer<NodeConfig> changes) {
        this.postgres = servers.postgres(database);
        this.relay = ClusterFixture.on(postgres, DATABASE, kafka, zooKeeper)
                .nodes(nodes)
                .shards(SHARDS)
                .lanes(lanes)
                .configure(changes)
                .build(relayJar);
    }

    /** Starts the servers side by side; no node yet. */
    void startServers() {
        Servers.startTogether(postgres::start, kafka::start, zooKeeper::start);
    }

    void migrate() {
        relay.migrate();
    }

    /** Returns when all nodes are ready. */
    void startNodes() {
        relay.start();
    }

    /** Starts one that is down; returns when it is ready. */
    void startAgain(NodeProcess node) {
        node.start();
        node.awaitReady(READY_LIMIT);
    }

    List<NodeProcess> nodes() {
        return relay.nodes();
    }

    Connection connect() throws SQLException {
        return postgres.connect(DATABASE);
    }

    String bootstrapServers() {
        return kafka.bootstrapServers();
    }

    @Override
    public void close() {
        try (postgres;
                kafka;
                zooKeeper) {
            relay.close();
        }
    }
}
