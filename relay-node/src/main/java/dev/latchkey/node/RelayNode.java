package dev.latchkey.node;

import dev.latchkey.admin.AdminPages;
import dev.latchkey.admin.NodeView;
import dev.latchkey.config.CoordinationLossPolicy;
import dev.latchkey.config.OutboxConfiguration;
import dev.latchkey.config.RelayConfiguration;
import dev.latchkey.config.ZooKeeperConfiguration;
import dev.latchkey.coordination.CoordinationSettings;
import dev.latchkey.coordination.Coordinator;
import dev.latchkey.coordination.Coordinators;
import dev.latchkey.coordination.Member;
import dev.latchkey.coordination.ShardMap;
import dev.latchkey.failure.RelayFailure;
import dev.latchkey.lane.LaneSettings;
import dev.latchkey.lane.LaneSupervisor;
import dev.latchkey.metrics.AlarmMeters;
import dev.latchkey.metrics.LaneMetrics;
import dev.latchkey.metrics.OldestUnsent;
import dev.latchkey.outbox.postgres.ClusterRecord;
import dev.latchkey.outbox.postgres.OutboxOptions;
import dev.latchkey.outbox.postgres.OutboxSchemaCheck;
import dev.latchkey.outbox.postgres.OutboxTable;
import dev.latchkey.outbox.postgres.PostgresFence;
import dev.latchkey.outbox.postgres.PostgresOutboxes;
import dev.latchkey.outbox.postgres.RetentionCleanup.Retention;
import dev.latchkey.outbox.postgres.SettleMode;
import dev.latchkey.publish.EventPublishers;
import io.dropwizard.core.setup.Environment;
import io.dropwizard.lifecycle.Managed;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parts of a node, from the database to the lanes, in the order in which they are started; they are stopped in the
 * reverse of it.
 */
final class RelayNode implements Managed {
    private static final Logger log = LoggerFactory.getLogger(RelayNode.class);

    /** How long the node tries to give its shards up in order before it leaves them to be taken over. */
    private static final Duration LEAVE_LIMIT = Duration.ofSeconds(15);

    /** How long a node puts off joining the cluster until its producers are open. */
    private static final Duration OPEN_LIMIT = Duration.ofSeconds(5);

    private static final Duration BROKER_LIMIT = Duration.ofSeconds(3);
    private static final Duration LANE_STOP_LIMIT = Duration.ofSeconds(15);

    private final RelayConfiguration configuration;
    private final Environment environment;
    private final Runnable failed;
    private final ShardMap shardMap;
    private final OutboxTable table;
    private final boolean stamp;
    private final OldestUnsent oldest;

    private Databases databases;
    private EventPublishers publishers;
    private Coordinator coordinator;
    private LaneSupervisor supervisor;
    private NodeBridge bridge;
    private boolean commitOrder;

    /** @param failed ends the process in order and with status 1; returns at once */
    RelayNode(RelayConfiguration configuration, Environment environment, Runnable failed) {
        this.configuration = configuration;
        this.environment = environment;
        this.failed = failed;
        this.shardMap = new ShardMap(configuration.shards());
        this.table = configuration.outboxTable();
        this.stamp = configuration.outbox().settle() == SettleMode.MARK;
        this.oldest = new OldestUnsent(shardMap, System::nanoTime);
    }

    /**
     * Checks the database and builds everything; nothing runs yet.
     *
     * @throws NodeRefusedException when table or database are not as they must be
     */
    void build() throws SQLException, RelayFailure, NodeRefusedException, IOException {
        databases = Databases.open(configuration.database(), configuration.lanes(), environment.metrics());
        commitOrder = check();
        ClusterRecord record = new ClusterRecord(databases.admin(), table);
        PostgresOutboxes outboxes = outboxes(record.establish(configuration.shards()));
        PostgresFence fence = new PostgresFence(outboxes, table);
        coordinator = Coordinators.curator(coordination(), record::holders, Clock.systemUTC());
        publishers = EventSinks.open(configuration, outboxes.payloadType(), coordinator::isCertain);
        supervisor = new LaneSupervisor(
                configuration.lanes(),
                configuration.onCoordinationLoss() == CoordinationLossPolicy.PAUSE,
                new LaneSettings(
                        configuration.node().id(),
                        configuration.poll().minInterval().toJavaDuration(),
                        configuration.poll().maxInterval().toJavaDuration(),
                        System::nanoTime,
                        bound -> ThreadLocalRandom.current().nextLong(bound)),
                new LaneIncarnations(
                        configuration.cluster(), configuration.node().id(), fence, outboxes, publishers),
                fence,
                shardMap,
                new LaneSupervisor.Surroundings(coordinator, this::metrics, System::nanoTime));
        if (configuration.bridge().isPresent()) {
            bridge = NodeBridge.build(
                    configuration.bridge().get(), configuration.database(), environment, coordinator, failed);
        }
        AdminPages.register(environment, view());
    }

    private NodeView view() {
        return new NodeView(
                new NodeView.Identity(
                        configuration.cluster(), configuration.node().id()),
                shardMap,
                NodeView.Lanes.of(supervisor, oldest),
                coordinator,
                new NodeView.Database(databases.admin(), table, retention()),
                () -> publishers.problem(BROKER_LIMIT),
                commitOrder);
    }

    private Optional<Retention> retention() {
        OutboxConfiguration outbox = configuration.outbox();
        return stamp
                ? Optional.of(new Retention(
                        outbox.retention().toJavaDuration(),
                        outbox.cleanup().interval().toJavaDuration(),
                        outbox.cleanup().batch()))
                : Optional.empty();
    }

    private boolean check() throws SQLException, NodeRefusedException {
        OutboxSchemaCheck check = new OutboxSchemaCheck(
                table,
                configuration.outbox().settle(),
                configuration.shards(),
                configuration.ordering().requireCommitOrder());
        try (Connection connection = databases.admin().getConnection()) {
            OutboxSchemaCheck.Report report = check.run(connection);
            if (!report.passed()) {
                throw new NodeRefusedException(report.problems());
            }
            return report.commitTimestamps();
        }
    }

    private PostgresOutboxes outboxes(long xidTrustedAfter) throws SQLException {
        OutboxOptions options = new OutboxOptions(
                stamp,
                commitOrder,
                xidTrustedAfter,
                configuration.poll().batchRows(),
                configuration.poll().batchBytes().toBytes(),
                configuration.poll().sweepInterval().toJavaDuration());
        return PostgresOutboxes.open(
                databases.lanes(), table, options, shardMap, new AlarmMeters(environment.metrics()));
    }

    private CoordinationSettings coordination() {
        ZooKeeperConfiguration zookeeper = configuration.zookeeper();
        Member self = new Member(
                configuration.node().id(),
                AdminAddress.of(configuration),
                BuildVersion.VERSION,
                Instant.now(),
                Set.of());
        return new CoordinationSettings(
                zookeeper.connect(),
                zookeeper.path() + "/" + configuration.cluster(),
                zookeeper.sessionTimeout().toJavaDuration(),
                zookeeper.connectionTimeout().toJavaDuration(),
                zookeeper.grace().toJavaDuration(),
                configuration.shards(),
                self);
    }

    private LaneMetrics metrics(int lane) {
        return new LaneMetrics(environment.metrics(), lane, oldest);
    }

    @Override
    public void start() throws InterruptedException {
        log.info(
                "node {} of cluster {}: {} shards, {} lanes; order by {}",
                configuration.node().id(),
                configuration.cluster(),
                configuration.shards(),
                configuration.lanes(),
                commitOrder ? "commit time" : "sequence number (track_commit_timestamp is off)");
        supervisor.start();
        supervisor.awaitOpen(OPEN_LIMIT);
        if (bridge != null) {
            bridge.start();
        }
        coordinator.start(supervisor);
    }

    /** Leaves in order: others queue up, shards are drained and given up, then everything ends. */
    @Override
    public void stop() throws InterruptedException {
        log.info("node {}: leaving the cluster", configuration.node().id());
        if (bridge != null) {
            bridge.stop();
        }
        if (!coordinator.leave(LEAVE_LIMIT)) {
            log.warn(
                    "node {}: not every shard could be given up within {}; others will take them over",
                    configuration.node().id(),
                    LEAVE_LIMIT);
        }
        if (!supervisor.stop(LANE_STOP_LIMIT)) {
            log.warn(
                    "node {}: a lane did not end within {}",
                    configuration.node().id(),
                    LANE_STOP_LIMIT);
        }
        close();
    }

    /** Closes what {@link #build} has opened, so far as it came. */
    void close() {
        if (bridge != null) {
            bridge.close();
        }
        if (coordinator != null) {
            coordinator.close();
        }
        if (publishers != null) {
            publishers.close();
        }
        if (databases != null) {
            databases.close();
        }
    }
}
