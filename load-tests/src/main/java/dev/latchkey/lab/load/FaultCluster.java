package dev.latchkey.lab.load;

import dev.latchkey.lab.cluster.ClusterFixture;
import dev.latchkey.lab.cluster.NodeConfig;
import dev.latchkey.lab.cluster.NodeProcess;
import dev.latchkey.lab.fault.NodeClocks;
import dev.latchkey.lab.fault.World;
import dev.latchkey.lab.link.NodeLinks;
import dev.latchkey.lab.process.FreePorts;
import dev.latchkey.lab.server.KafkaProcess;
import dev.latchkey.lab.server.KafkaSettings;
import dev.latchkey.lab.server.KafkaSettings.Door;
import dev.latchkey.lab.server.PostgresServer;
import dev.latchkey.lab.server.PostgresSettings;
import dev.latchkey.lab.server.Servers;
import dev.latchkey.lab.server.ZooKeeperEnsemble;
import dev.latchkey.lab.workload.OrdersSchema;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Servers and nodes that may be hit in every way: three ZooKeeper servers, and each node behind links of its own. Writers
 * and observers go to the servers directly. For one thread, but for {@link #connect()}.
 */
final class FaultCluster implements AutoCloseable {
    static final int SHARDS = 16;
    private static final String DATABASE = "postgres";
    private static final int ZOOKEEPERS = 3;

    private final Servers servers = Servers.embedded();
    private final PostgresServer postgres = servers.postgres(PostgresSettings.defaults());
    private final ZooKeeperEnsemble zooKeeper = servers.zooKeeper(ZOOKEEPERS);
    private final List<NodeLinks> links = new ArrayList<>();
    private final Optional<NodeClocks> clocks = NodeClocks.find();
    private final KafkaProcess kafka;
    private final ClusterFixture relay;

    FaultCluster(CampaignOptions options) {
        this.kafka = servers.kafkaProcess(KafkaSettings.defaults().with(doors(options.nodes())));
        ClusterFixture.Builder builder = ClusterFixture.on(postgres, DATABASE, kafka, zooKeeper)
                .nodes(options.nodes())
                .shards(SHARDS)
                .lanes(options.lanes())
                .configureEach(this::lead)
                .configure(FaultCluster::hurry)
                .configure(config -> config.set("/poll/batchRows", options.batchRows()));
        clocks.ifPresent(clock -> builder.launch(clock::command));
        this.relay = builder.build(options.relayJar());
    }

    private List<Door> doors(int nodes) {
        List<Integer> ensemble = Stream.of(zooKeeper.connectString().split(","))
                .map(server -> Integer.valueOf(server.substring(server.indexOf(':') + 1)))
                .toList();
        List<Door> doors = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            int door = FreePorts.next();
            NodeLinks own = NodeLinks.open(postgres.port(), door, ensemble);
            links.add(own);
            doors.add(new Door(door, own.brokerPort()));
        }
        return doors;
    }

    private void lead(int node, NodeConfig config) {
        NodeLinks own = links.get(node);
        config.set("/database/url", "jdbc:postgresql://127.0.0.1:" + own.databasePort() + "/" + DATABASE);
        config.kafka("127.0.0.1:" + own.brokerPort());
        config.zooKeeper(
                own.ensemblePorts().stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(",")));
    }

    /** Limits that a fault of some seconds exceeds. */
    private static void hurry(NodeConfig config) {
        config.set("/zookeeper/sessionTimeout", "4s")
                .set("/zookeeper/connectionTimeout", "2s")
                .set("/database/connectionTimeout", "4s")
                .set("/database/statementTimeout", "5s")
                .set("/database/socketTimeout", "8s");
    }

    /** Servers, tables, nodes; returns when all nodes are ready. */
    void start() throws SQLException {
        Servers.startTogether(postgres::start, kafka::start, zooKeeper::start);
        try (Connection connection = connect()) {
            OrdersSchema.create(connection);
        }
        relay.migrate();
        relay.start();
    }

    World world() {
        return new World(nodes(), links, clocks, postgres, kafka, zooKeeper);
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
            links.forEach(NodeLinks::close);
            clocks.ifPresent(NodeClocks::close);
        }
    }
}
