package dev.latchkey.lab.load;

import dev.latchkey.lab.cluster.AdminClient;
import dev.latchkey.lab.cluster.NodeProcess;
import dev.latchkey.lab.cluster.ServerAddresses;
import dev.latchkey.lab.process.Waiting;
import dev.latchkey.lab.server.ServerFailure;
import dev.latchkey.lab.workload.OrdersSchema;
import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/** A cluster that runs already, in Kubernetes for example: nothing is started, only the business table is created. */
final class DeployedStage implements Stage {
    private static final int OK = 200;
    private static final Duration READY_LIMIT = Duration.ofSeconds(10);
    private static final Duration LOOK = Duration.ofMillis(500);

    private final ServerAddresses servers;
    private final List<URI> adminUrls;

    /** @param servers as seen from here; that of ZooKeeper isn't needed */
    DeployedStage(ServerAddresses servers, List<URI> adminUrls) {
        this.servers = servers;
        this.adminUrls = List.copyOf(adminUrls);
    }

    /** Fails unless every node is ready: figures of a cluster that limps would be taken for its best. */
    @Override
    public void start() throws SQLException {
        for (URI admin : adminUrls) {
            int[] status = new int[1];
            Waiting.within(READY_LIMIT, LOOK, () -> {
                status[0] = AdminClient.status(admin.resolve("/ready"));
                return status[0] == OK;
            });
            if (status[0] != OK) {
                throw new ServerFailure("the node at " + admin
                        + (status[0] < 0 ? " doesn't answer" : " is not ready (/ready answers " + status[0] + ")"));
            }
        }
        try (Connection connection = connect()) {
            OrdersSchema.create(connection);
            GivenOutbox.requireFit(connection);
        }
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
        return List.of();
    }

    @Override
    public List<URI> adminUrls() {
        return adminUrls;
    }

    @Override
    public String line() {
        return "deployed nodes: " + adminUrls.stream().map(URI::toString).collect(Collectors.joining(", "));
    }

    @Override
    public void close() {
        // Nothing here was started by this stage.
    }
}
