package dev.latchkey.lab.demo;

import dev.latchkey.lab.cluster.ClusterFixture;
import dev.latchkey.lab.cluster.NodeProcess;
import dev.latchkey.lab.server.KafkaProcess;
import dev.latchkey.lab.server.KafkaSettings;
import dev.latchkey.lab.server.PostgresServer;
import dev.latchkey.lab.server.PostgresSettings;
import dev.latchkey.lab.server.ServerFailure;
import dev.latchkey.lab.server.Servers;
import dev.latchkey.lab.server.ZooKeeperEnsemble;
import dev.latchkey.lab.workload.OrdersSchema;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** The servers and nodes of a demo. The broker is a process of its own, which keeps this JVM small. */
final class DemoCluster implements AutoCloseable {
    private static final String DATABASE = "postgres";
    private static final int ZOOKEEPERS = 3;
    private static final Duration READY_LIMIT = Duration.ofSeconds(60);

    private final Servers servers = Servers.embedded();
    private final PostgresServer postgres = servers.postgres(PostgresSettings.defaults());
    private final KafkaProcess kafka = servers.kafkaProcess(KafkaSettings.defaults());
    private final ZooKeeperEnsemble zooKeeper = servers.zooKeeper(ZOOKEEPERS);
    private final ClusterFixture relay;

    DemoCluster(DemoOptions options) {
        this.relay = ClusterFixture.on(postgres, DATABASE, kafka, zooKeeper)
                .nodes(options.nodes())
                .shards(options.shards())
                .build(options.relayJar());
    }

    /** Starts the servers side by side, the migration as soon as there is a database, then the nodes; waits for the first. */
    void start() {
        Servers.startTogether(this::prepareDatabase, kafka::start, zooKeeper::start);
        nodes().forEach(NodeProcess::start);
        nodes().get(0).awaitReady(READY_LIMIT);
    }

    /** The others start beside the first; a node that can't is an error like any other. */
    void awaitAllReady() {
        nodes().forEach(node -> node.awaitReady(READY_LIMIT));
    }

    private void prepareDatabase() {
        postgres.start();
        try (Connection connection = connect()) {
            OrdersSchema.create(connection);
        } catch (SQLException e) {
            throw new ServerFailure("could not create the tables of the demo", e);
        }
        relay.migrate();
    }

    Connection connect() throws SQLException {
        return postgres.connect(DATABASE);
    }

    String bootstrapServers() {
        return kafka.bootstrapServers();
    }

    List<NodeProcess> nodes() {
        return relay.nodes();
    }

    List<URI> adminUrls() {
        return nodes().stream().map(NodeProcess::adminUrl).toList();
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
