package dev.latchkey.lab.load;

import dev.latchkey.lab.cluster.ClusterFixture;
import dev.latchkey.lab.cluster.NodeConfig;
import dev.latchkey.lab.cluster.NodeProcess;
import dev.latchkey.lab.fault.World;
import dev.latchkey.lab.peer.PeerTarget;
import dev.latchkey.lab.process.Waiting;
import dev.latchkey.lab.server.KafkaProcess;
import dev.latchkey.lab.server.KafkaSettings;
import dev.latchkey.lab.server.PostgresServer;
import dev.latchkey.lab.server.PostgresSettings;
import dev.latchkey.lab.server.Servers;
import dev.latchkey.lab.server.ZooKeeperEnsemble;
import dev.latchkey.lab.workload.OrdersSchema;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A stage of its own on this machine: servers and nodes, all of which may be hit.
 *
 * <p>{@link #start()} does it all; scenarios that want their nodes later call the single steps. For one thread.
 */
final class LoadCluster implements Stage {
    static final int SHARDS = ClusterShape.DEFAULT.shards();
    /** Of every topic in a comparison: as many as Debezium was measured with. */
    static final int PEER_PARTITIONS = 8;

    private static final String DATABASE = "postgres";
    private static final Duration EXIT_LIMIT = Duration.ofSeconds(60);
    private static final Duration READY_LIMIT = Duration.ofSeconds(60);

    private final ClusterShape shape;
    private final Servers servers = Servers.embedded();
    private final PostgresServer postgres;
    private final ZooKeeperEnsemble zooKeeper;
    private final Optional<NodeWays> ways;
    private final KafkaProcess kafka;
    private final ClusterFixture relay;

    LoadCluster(ClusterShape shape, StageNeeds needs, Path relayJar) {
        this.shape = shape;
        this.postgres = servers.postgres(needs.database());
        this.zooKeeper = servers.zooKeeper(needs.zooKeepers());
        this.ways = ways(needs.faults());
        this.kafka = servers.kafkaProcess(
                KafkaSettings.defaults().with(ways.map(NodeWays::doors).orElse(List.of())));
        ClusterFixture.Builder builder = ClusterFixture.on(postgres, DATABASE, kafka, zooKeeper)
                .nodes(shape.nodes())
                .shards(shape.shards())
                .lanes(shape.lanes());
        ways.ifPresent(way -> way.lead(builder));
        this.relay = builder.configure(needs.changes()).build(relayJar);
    }

    private Optional<NodeWays> ways(StageNeeds.Faulty faults) {
        if (faults == StageNeeds.Faulty.NOTHING) {
            return Optional.empty();
        }
        boolean clocks = faults == StageNeeds.Faulty.LINKS_AND_CLOCKS;
        return Optional.of(new NodeWays(shape.nodes(), postgres, DATABASE, zooKeeper, clocks));
    }

    LoadCluster(PostgresSettings database, Path relayJar, int nodes, int lanes, Consumer<NodeConfig> changes) {
        this(
                new ClusterShape(nodes, lanes, SHARDS),
                StageNeeds.plain().database(database).configure(changes),
                relayJar);
    }

    @Override
    public void start() throws SQLException {
        startServers();
        try (Connection connection = connect()) {
            OrdersSchema.create(connection);
        }
        migrate();
        startNodes();
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

    /** Tells the nodes that run to end; returns when none runs. */
    void stopNodes() {
        nodes().stream().filter(NodeProcess::isAlive).forEach(NodeProcess::terminate);
        for (NodeProcess node : nodes()) {
            Waiting.until(node.id() + " has ended", EXIT_LIMIT, () -> !node.isAlive());
        }
    }

    /** Starts one that is down; returns when it is ready. */
    void startAgain(NodeProcess node) {
        node.start();
        node.awaitReady(READY_LIMIT);
    }

    @Override
    public List<NodeProcess> nodes() {
        return relay.nodes();
    }

    /** One for nodes and a peer: the database writes its log for both as log tailing needs it. */
    static LoadCluster forComparison(ClusterShape shape, Path relayJar, Consumer<NodeConfig> changes) {
        PostgresSettings database = Drain.database().with("wal_level", "logical");
        return new LoadCluster(shape, StageNeeds.plain().database(database).configure(changes), relayJar);
    }

    PeerTarget peerTarget() {
        return PeerTarget.of(postgres, DATABASE, kafka.bootstrapServers());
    }

    /** What faults may strike; only where the needs said so. */
    World world() {
        NodeWays open = ways.orElseThrow(() -> new IllegalStateException("this stage was not made for faults"));
        return new World(nodes(), open.links(), open.clocks(), postgres, kafka, zooKeeper);
    }

    PostgresServer postgres() {
        return postgres;
    }

    /** The name of the database with the outbox. */
    String database() {
        return DATABASE;
    }

    KafkaProcess kafka() {
        return kafka;
    }

    ZooKeeperEnsemble zooKeeper() {
        return zooKeeper;
    }

    @Override
    public Connection connect() throws SQLException {
        return postgres.connect(DATABASE);
    }

    @Override
    public String bootstrapServers() {
        return kafka.bootstrapServers();
    }

    @Override
    public Optional<LoadCluster> own() {
        return Optional.of(this);
    }

    @Override
    public boolean mayHoldOldRecords() {
        return false;
    }

    @Override
    public String line() {
        return shape.line() + ", exactlyOnce, settle: delete";
    }

    @Override
    public void close() {
        try (postgres;
                kafka;
                zooKeeper) {
            relay.close();
            ways.ifPresent(NodeWays::close);
        }
    }
}
