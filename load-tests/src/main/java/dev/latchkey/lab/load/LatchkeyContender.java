package dev.latchkey.lab.load;

import dev.latchkey.lab.cluster.NodeProcess;
import dev.latchkey.lab.peer.Contender;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;

/** Our side of a comparison: the nodes of a cluster, which somebody else closes. */
final class LatchkeyContender implements Contender {
    private static final int TAIL_LINES = 20;

    private final LoadCluster cluster;
    private final String settings;

    /** @param settings what was asked of the nodes, for a person */
    LatchkeyContender(LoadCluster cluster, String settings) {
        this.cluster = cluster;
        this.settings = settings;
    }

    @Override
    public String name() {
        return "latchkey";
    }

    @Override
    public List<String> settings() {
        return List.of(settings);
    }

    @Override
    public void prepare(Connection connection) {
        // The rows themselves are all it needs.
    }

    @Override
    public void start() {
        cluster.nodes().forEach(NodeProcess::start);
    }

    @Override
    public void awaitReady() {
        cluster.startNodes();
    }

    @Override
    public Optional<String> failure() {
        return cluster.nodes().stream()
                .filter(node -> !node.isAlive())
                .findFirst()
                .map(node -> "%s ended; its log ends:%n%s".formatted(node.id(), node.logTail(TAIL_LINES)));
    }

    @Override
    public void stop() {
        cluster.stopNodes();
    }

    @Override
    public void cleanUp(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("truncate public.outbox");
        }
    }

    @Override
    public void close() {
        stop();
    }
}
