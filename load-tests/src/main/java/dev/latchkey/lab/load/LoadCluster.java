package dev.latchkey.lab.load;

import dev.latchkey.lab.cluster.ClusterFixture;
import dev.latchkey.lab.cluster.NodeConfig;
import dev.latchkey.lab.cluster.NodeProcess;
import dev.latchkey.lab.fault.World;
import dev.latchkey.lab.history.HistoryRecorder;
import dev.latchkey.lab.peer.PeerTarget;
import dev.latchkey.lab.process.FreePorts;
import dev.latchkey.lab.process.Waiting;
import dev.latchkey.lab.server.BrokerProcess;
import dev.latchkey.lab.server.KafkaProcess;
import dev.latchkey.lab.server.KafkaSettings;
import dev.latchkey.lab.server.PostgresServer;
import dev.latchkey.lab.server.PostgresSettings;
import dev.latchkey.lab.server.RabbitMqServer;
import dev.latchkey.lab.server.ServerFailure;
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
import java.util.function.IntSupplier;

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
    /** One of the two. */
    private final Optional<KafkaProcess> kafka;

    private final Optional<RabbitMqServer> rabbit;
    private final ClusterFixture relay;

    LoadCluster(ClusterShape shape, StageNeeds needs, Path relayJar) {
        this.shape = shape;
        this.postgres = servers.postgres(needs.database());
        this.zooKeeper = servers.zooKeeper(needs.zooKeepers());
        this.rabbit = needs.sink() == Sink.rabbitmq ? Optional.of(rabbitMq()) : Optional.empty();
        this.ways = ways(needs.faults());
        this.kafka = rabbit.isPresent() ? Optional.empty() : Optional.of(kafkaBehind(ways));
        ClusterFixture.Builder builder = ClusterFixture.on(postgres, DATABASE, zooKeeper)
                .nodes(shape.nodes())
                .shards(shape.shards())
                .lanes(shape.lanes())
                .configure(config -> sink(config, brokerAddress()));
        ways.ifPresent(way -> way.lead(builder));
        this.relay = builder.configure(needs.changes()).build(relayJar);
    }

    private RabbitMqServer rabbitMq() {
        return servers.rabbitMq().orElseThrow(() -> new ServerFailure(Servers.RABBITMQ_MISSING));
    }

    private KafkaProcess kafkaBehind(Optional<NodeWays> ways) {
        return servers.kafkaProcess(
                KafkaSettings.defaults().with(ways.map(NodeWays::doors).orElse(List.of())));
    }

    private String brokerAddress() {
        return rabbit.map(server -> server.host() + ":" + server.port()).orElseGet(this::bootstrapServers);
    }

    private void sink(NodeConfig config, String address) {
        rabbit.ifPresentOrElse(
                server -> config.rabbitMq(address, server.user(), server.password()), () -> config.kafka(address));
    }

    private Optional<NodeWays> ways(StageNeeds.Faulty faults) {
        if (faults == StageNeeds.Faulty.NOTHING) {
            return Optional.empty();
        }
        boolean clocks = faults == StageNeeds.Faulty.LINKS_AND_CLOCKS;
        IntSupplier brokerPort = rabbit.<IntSupplier>map(server -> server::port).orElse(FreePorts::next);
        return Optional.of(new NodeWays(shape.nodes(), postgres, DATABASE, zooKeeper, brokerPort, this::sink, clocks));
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
        Servers.startTogether(postgres::start, broker()::start, zooKeeper::start);
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
        return PeerTarget.of(postgres, DATABASE, bootstrapServers());
    }

    /** What faults may strike; only where the needs said so. */
    World world() {
        NodeWays open = ways.orElseThrow(() -> new IllegalStateException("this stage was not made for faults"));
        return new World(nodes(), open.links(), open.clocks(), postgres, broker(), zooKeeper);
    }

    PostgresServer postgres() {
        return postgres;
    }

    /** The name of the database with the outbox. */
    String database() {
        return DATABASE;
    }

    BrokerProcess broker() {
        return rabbit.<BrokerProcess>map(server -> server).orElseGet(kafka::orElseThrow);
    }

    @Override
    public Readers readers(HistoryRecorder history) {
        return rabbit.<Readers>map(server -> new RabbitReaders(server, history))
                .orElseGet(() -> Stage.super.readers(history));
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
        return kafka.orElseThrow().bootstrapServers();
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
        return shape.line() + (rabbit.isPresent() ? ", RabbitMQ at least once" : ", exactlyOnce") + ", settle: delete";
    }

    @Override
    public void close() {
        try (postgres;
                BrokerProcess last = broker();
                zooKeeper) {
            relay.close();
            ways.ifPresent(NodeWays::close);
        }
    }
}
