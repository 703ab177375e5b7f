package dev.latchkey.lab.load;

import dev.latchkey.lab.cluster.ClusterFixture;
import dev.latchkey.lab.cluster.NodeProcess;
import dev.latchkey.lab.cluster.ServerAddresses;
import dev.latchkey.lab.workload.OrdersSchema;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;

/** Nodes started here, on servers of somebody else. Tables and topics stay behind. */
final class GivenStage implements Stage {
    private static final String CLUSTER = "lab";

    private final ServerAddresses servers;
    private final ClusterShape shape;
    private final ClusterFixture relay;

    GivenStage(ServerAddresses servers, ClusterShape shape, StageNeeds needs, Path relayJar) {
        this.servers = servers;
        this.shape = shape;
        this.relay = ClusterFixture.on(servers)
                .cluster(CLUSTER)
                .nodes(shape.nodes())
                .lanes(shape.lanes())
                .shards(shape.shards())
                .configure(needs.changes())
                .build(relayJar);
    }

    @Override
    public void start() throws SQLException {
        try (Connection connection = connect()) {
            OrdersSchema.create(connection);
            GivenOutbox.requireFit(connection);
        }
        relay.migrate();
        relay.start();
    }

    @Override
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(servers.jdbcUrl(), servers.user(), servers.password());
    }

    @Override
    public String bootstrapServers() {
        return servers.bootstrapServers();
    }

    @Override
    public List<NodeProcess> nodes() {
        return relay.nodes();
    }

    @Override
    public String line() {
        return shape.line() + ", on given servers: " + servers;
    }

    @Override
    public void close() {
        relay.close();
    }
}
