package dev.latchkey.lab.load;

import dev.latchkey.lab.cluster.ClusterFixture;
import dev.latchkey.lab.cluster.NodeConfig;
import dev.latchkey.lab.fault.NodeClocks;
import dev.latchkey.lab.link.NodeLinks;
import dev.latchkey.lab.server.KafkaSettings.Door;
import dev.latchkey.lab.server.PostgresServer;
import dev.latchkey.lab.server.ZooKeeperEnsemble;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What lies between nodes and the world where faults shall strike: each node's links to the servers, and its clock. */
final class NodeWays implements AutoCloseable {
    private final String database;
    private final SinkChange sink;
    private final List<NodeLinks> links = new ArrayList<>();
    private final List<Door> doors = new ArrayList<>();
    private final Optional<NodeClocks> clocks;

    /** What a node is told of the broker that it finds at this address. */
    interface SinkChange {
        void make(NodeConfig config, String address);
    }

    /**
     * Opens a way for each node; the servers need not run yet, and Kafka's broker not even exist.
     *
     * @param brokerPort the broker's; for Kafka another one for each node, which leads to it by a door of its own
     */
    NodeWays(
            int nodes,
            PostgresServer postgres,
            String database,
            ZooKeeperEnsemble zooKeeper,
            IntSupplier brokerPort,
            SinkChange sink,
            boolean withClocks) {
        this.database = database;
        this.sink = sink;
        this.clocks = withClocks ? NodeClocks.find() : Optional.empty();
        List<Integer> ensemble = Stream.of(zooKeeper.connectString().split(","))
                .map(server -> Integer.valueOf(server.substring(server.indexOf(':') + 1)))
                .toList();
        for (int node = 0; node < nodes; node++) {
            int door = brokerPort.getAsInt();
            NodeLinks own = NodeLinks.open(postgres.port(), door, ensemble);
            links.add(own);
            doors.add(new Door(door, own.brokerPort()));
        }
    }

    /** Where the broker has to listen too. */
    List<Door> doors() {
        return List.copyOf(doors);
    }

    List<NodeLinks> links() {
        return List.copyOf(links);
    }

    Optional<NodeClocks> clocks() {
        return clocks;
    }

    /** Sends the nodes by these ways. */
    void lead(ClusterFixture.Builder nodes) {
        nodes.configureEach(this::lead);
        clocks.ifPresent(clock -> nodes.launch(clock::command));
    }

    private void lead(int node, NodeConfig config) {
        NodeLinks own = links.get(node);
        config.set("/database/url", "jdbc:postgresql://127.0.0.1:" + own.databasePort() + "/" + database);
        sink.make(config, "127.0.0.1:" + own.brokerPort());
        config.zooKeeper(
                own.ensemblePorts().stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(",")));
    }

    @Override
    public void close() {
        links.forEach(NodeLinks::close);
        clocks.ifPresent(NodeClocks::close);
    }
}
