package dev.latchkey.lab.cluster;

import dev.latchkey.lab.process.JavaCommand;
import dev.latchkey.lab.process.OsProcess;
import dev.latchkey.lab.process.ScratchFolder;
import dev.latchkey.lab.server.KafkaBroker;
import dev.latchkey.lab.server.PostgresServer;
import dev.latchkey.lab.server.ServerFailure;
import dev.latchkey.lab.server.ZooKeeperEnsemble;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A cluster of relay nodes on servers that the caller has started (and closes).
 *
 * <pre>{@code
 * try (ClusterFixture cluster = ClusterFixture.on(postgres, database, kafka, zooKeeper)
 *         .nodes(3).shards(16).configure(c -> c.set("/outbox/settle", "mark"))
 *         .build(relayJar)) {
 *     cluster.migrate();
 *     cluster.start();
 *     cluster.node(0).kill9();
 * }
 * }</pre>
 */
public final class ClusterFixture implements AutoCloseable {
    private static final Duration READY_LIMIT = Duration.ofSeconds(120);
    private static final Duration MIGRATE_LIMIT = Duration.ofSeconds(60);
    private static final int TAIL_LINES = 30;

    private final Path relayJar;
    private final List<NodeProcess> nodes;

    private ClusterFixture(Path relayJar, List<NodeProcess> nodes) {
        this.relayJar = relayJar;
        this.nodes = List.copyOf(nodes);
    }

    public static Builder on(PostgresServer postgres, String database, KafkaBroker kafka, ZooKeeperEnsemble zooKeeper) {
        return on(() -> ServerAddresses.of(postgres, database, kafka, zooKeeper));
    }

    /** Its nodes have no sink before {@link Builder#configure} gives them one. */
    public static Builder on(PostgresServer postgres, String database, ZooKeeperEnsemble zooKeeper) {
        return new Builder((id, cluster) ->
                new NodeConfig(id, cluster).database(postgres, database).zooKeeper(zooKeeper.connectString()));
    }

    /** On servers of somebody else. */
    public static Builder on(ServerAddresses servers) {
        return on(() -> servers);
    }

    private static Builder on(Supplier<ServerAddresses> servers) {
        return new Builder((id, cluster) -> {
            ServerAddresses at = servers.get();
            return new NodeConfig(id, cluster)
                    .database(at.jdbcUrl(), at.user(), at.password())
                    .kafka(at.bootstrapServers())
                    .zooKeeper(at.zooKeeper());
        });
    }

    /** Runs the relay's own migrations, by the first node's configuration; returns when they are done. */
    public void migrate() {
        List<String> arguments =
                List.of("db", "migrate", nodes.get(0).configFile().toString());
        try (ScratchFolder folder = ScratchFolder.create("migrate");
                OsProcess migration = new OsProcess(
                        "migration",
                        JavaCommand.jar(Builder.JAVA_OPTIONS, relayJar, arguments),
                        folder.path().resolve("migrate.log"))) {
            migration.start();
            if (!migration.awaitExit(MIGRATE_LIMIT) || migration.exitCode().orElse(-1) != 0) {
                throw new ServerFailure("the migration failed; its log ends:\n" + migration.logTail(TAIL_LINES));
            }
        }
    }

    /** Starts all nodes side by side and returns when all are ready. */
    public void start() {
        nodes.forEach(NodeProcess::start);
        nodes.forEach(node -> node.awaitReady(READY_LIMIT));
    }

    /** Counted from 0; its id is {@code node-<n + 1>}. */
    public NodeProcess node(int index) {
        return nodes.get(index);
    }

    public List<NodeProcess> nodes() {
        return nodes;
    }

    /** Tells all nodes to end, then waits for each and removes what it left. */
    @Override
    public void close() {
        nodes.stream().filter(NodeProcess::isAlive).forEach(NodeProcess::terminate);
        nodes.forEach(NodeProcess::close);
    }

    /** Turns the command line of a node into another one that starts it. */
    @FunctionalInterface
    public interface Launch {
        /** @param index of the node, counted from 0 */
        List<String> command(int index, List<String> command);
    }

    /** Makes the configuration of a node that has no shards and no ports yet. */
    private interface Template {
        NodeConfig config(String id, String cluster);
    }

    /** Collects what a cluster shall be. Not thread-safe. */
    public static final class Builder {
        private static final List<String> JAVA_OPTIONS = List.of("-Xmx256m", "-XX:+UseSerialGC");

        private final Template template;
        private String cluster = "demo";
        private int nodes = 1;
        private int shards = 16;
        private int lanes = 2;
        private BiConsumer<Integer, NodeConfig> changes = (index, config) -> {};
        private Launch launch = (index, command) -> command;

        private Builder(Template template) {
            this.template = template;
        }

        public Builder cluster(String name) {
            this.cluster = name;
            return this;
        }

        public Builder nodes(int count) {
            this.nodes = count;
            return this;
        }

        public Builder shards(int count) {
            this.shards = count;
            return this;
        }

        public Builder lanes(int count) {
            this.lanes = count;
            return this;
        }

        /** A change to every node's configuration; several are made in the order given. */
        public Builder configure(Consumer<NodeConfig> change) {
            return configureEach((index, config) -> change.accept(config));
        }

        /** The same for changes that differ from node to node; nodes are counted from 0. */
        public Builder configureEach(BiConsumer<Integer, NodeConfig> change) {
            this.changes = changes.andThen(change);
            return this;
        }

        /** A change to the command line that starts a node. */
        public Builder launch(Launch change) {
            this.launch = change;
            return this;
        }

        /** Writes the nodes' files and starts nothing. */
        public ClusterFixture build(Path relayJar) {
            List<NodeProcess> made = new ArrayList<>();
            for (int n = 0; n < nodes; n++) {
                int index = n;
                String id = "node-" + (n + 1);
                NodeConfig config = template.config(id, cluster).shards(shards, lanes);
                changes.accept(index, config);
                made.add(NodeProcess.ofJar(
                        id, config, relayJar, JAVA_OPTIONS, command -> launch.command(index, command)));
            }
            return new ClusterFixture(relayJar, made);
        }
    }
}
