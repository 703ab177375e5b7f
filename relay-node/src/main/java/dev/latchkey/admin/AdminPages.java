package dev.latchkey.admin;

import com.codahale.metrics.MetricRegistry;
import dev.latchkey.coordination.Coordinator;
import dev.latchkey.health.BackgroundCheck;
import dev.latchkey.health.EnsembleCheck;
import dev.latchkey.health.HealthPages;
import dev.latchkey.health.Liveness;
import dev.latchkey.health.Readiness;
import dev.latchkey.lane.ShardState;
import dev.latchkey.lane.ShardStatus;
import dev.latchkey.metrics.ShardFigures;
import dev.latchkey.metrics.ShardGauges;
import dev.latchkey.outbox.postgres.DatabaseCheck;
import dev.latchkey.outbox.postgres.RetentionCleanup;
import dev.latchkey.outbox.postgres.RetentionCleanup.Retention;
import dev.latchkey.outbox.postgres.StatusReader;
import io.dropwizard.core.setup.Environment;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Everything that operators look at, registered in one go: pages, probes, health checks, gauges and the retention cleanup.
 *
 * <p>Threads: {@code latchkey-health-*} ask the database and the broker; {@code latchkey-gauges} compares the gauges with
 * the shards once a second and does no I/O; {@code latchkey-cleanup} deletes.
 */
public final class AdminPages {
    private static final Duration DATABASE_ANSWER_GOOD_FOR = Duration.ofSeconds(1);
    private static final Duration BROKER_ANSWER_GOOD_FOR = Duration.ofSeconds(5);
    private static final Duration DATABASE_LIMIT = Duration.ofSeconds(3);

    private AdminPages() {}

    /** To be called once, before the server starts. */
    public static void register(Environment environment, NodeView view) {
        Liveness liveness = new Liveness(view.lanes().lanes());
        Readiness readiness = readiness(environment, view);
        HealthPages.register(environment.healthChecks(), readiness, liveness, view.ordering());
        StatusReader status = new StatusReader(
                view.database().admin(),
                view.database().table(),
                view.database().stamp(),
                view.shardMap(),
                StatusReader.Bounds.DEFAULT);
        ClusterView cluster = new ClusterView(view, status, Clock.systemUTC(), System::nanoTime);
        AdminPort.serve(
                environment, new StatusResource(cluster), new ProbeResource(liveness, readiness, view.ordering()));
        gauges(environment, view);
        view.database().retention().ifPresent(retention -> cleanup(environment, view, retention));
    }

    private static Readiness readiness(Environment environment, NodeView view) {
        ExecutorService executor = environment
                .lifecycle()
                .executorService("latchkey-health-%d")
                .minThreads(2)
                .maxThreads(2)
                .build();
        DatabaseCheck database = new DatabaseCheck(view.database().admin(), DATABASE_LIMIT);
        return new Readiness(
                new BackgroundCheck(database, DATABASE_ANSWER_GOOD_FOR, executor, System::nanoTime),
                new BackgroundCheck(view.broker(), BROKER_ANSWER_GOOD_FOR, executor, System::nanoTime),
                new EnsembleCheck(view.coordinator(), Clock.systemUTC()));
    }

    private static void gauges(Environment environment, NodeView view) {
        MetricRegistry registry = environment.metrics();
        Coordinator coordinator = view.coordinator();
        registry.gauge("latchkey.node.orderingByCommitTime", () -> () -> view.commitOrder() ? 1 : 0);
        registry.gauge(
                "latchkey.node.coordinationConnected",
                () -> () -> coordinator.connection().state() == Coordinator.Connection.State.CONNECTED ? 1 : 0);
        ShardGauges gauges =
                new ShardGauges(registry, () -> figures(view), view.lanes().oldest());
        scheduler(environment, "latchkey-gauges").scheduleWithFixedDelay(gauges::refresh, 1, 1, TimeUnit.SECONDS);
    }

    private static List<ShardFigures> figures(NodeView view) {
        return view.lanes().shards().get().stream().map(AdminPages::figures).toList();
    }

    private static ShardFigures figures(ShardStatus status) {
        boolean read = status.state() == ShardState.ACTIVE;
        return new ShardFigures(status.shard(), status.epoch(), code(status.state()), read, status.published());
    }

    /** Numbers that dashboards and alert rules rely on, whatever becomes of the enum's order. */
    private static int code(ShardState state) {
        return switch (state) {
            case TAKING_OVER -> 0;
            case RECOVERING -> 1;
            case ACTIVE -> 2;
            case PAUSED -> 3;
            case HALTED -> 4;
            case DRAINING -> 5;
        };
    }

    private static void cleanup(Environment environment, NodeView view, Retention retention) {
        RetentionCleanup cleanup =
                new RetentionCleanup(view.database().admin(), view.database().table(), retention);
        CleanupRun run = new CleanupRun(
                cleanup::deleteBatch, retention, () -> ownsFirstShard(view), environment.metrics(), System::nanoTime);
        long interval = retention.interval().toMillis();
        scheduler(environment, "latchkey-cleanup")
                .scheduleWithFixedDelay(run, interval, interval, TimeUnit.MILLISECONDS);
    }

    /** One node is enough, and the owner of shard 0 is one at a time, but for a moment in which two do no harm. */
    private static boolean ownsFirstShard(NodeView view) {
        return view.lanes().shards().get().stream().anyMatch(status -> status.shard() == 0 && status.epoch() > 0);
    }

    private static ScheduledExecutorService scheduler(Environment environment, String name) {
        return environment
                .lifecycle()
                .scheduledExecutorService(name, true)
                .threads(1)
                .build();
    }
}
