package dev.latchkey.lab.load;

import dev.latchkey.lab.history.Checker;
import dev.latchkey.lab.history.HistoryRecorder;
import dev.latchkey.lab.history.Verdict;
import dev.latchkey.lab.load.Lap.Course;
import dev.latchkey.lab.load.Lap.Figure;
import dev.latchkey.lab.observe.KafkaObserver;
import dev.latchkey.lab.observe.LatencyTap;
import dev.latchkey.lab.peer.Contender;
import dev.latchkey.lab.process.Waiting;
import dev.latchkey.lab.server.ServerFailure;
import dev.latchkey.lab.workload.OrdersWorkload;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.HdrHistogram.Histogram;

/** The orders workload at a steady rate, the same events in every lap, and one reader's latencies. For one thread. */
final class SteadyCourse implements Course {
    private static final Set<String> TOPICS =
            Set.of("outbox.event.order", "outbox.event.payment", "outbox.event.shipment");
    private static final Duration DELIVERY_LIMIT = Duration.ofSeconds(60);
    /** A second copy of an event would come shortly after the first. */
    private static final Duration DUPLICATES_LIMIT = Duration.ofSeconds(1);

    private static final double MICROS_PER_MILLI = 1_000;

    private final LoadCluster cluster;
    private final Connection connection;
    private final VisibleOffsets visible;
    private final TrialPlan plan;

    SteadyCourse(LoadCluster cluster, Connection connection, VisibleOffsets visible, TrialPlan plan) {
        this.cluster = cluster;
        this.connection = connection;
        this.visible = visible;
        this.plan = plan;
    }

    /** The topics that the workload writes to; that of a backlog is among them. */
    static VisibleOffsets visible(LoadCluster cluster) {
        return new VisibleOffsets(cluster.bootstrapServers(), TOPICS, LoadCluster.PEER_PARTITIONS);
    }

    /** The same, measured for another time. */
    SteadyCourse of(Duration runFor) {
        return new SteadyCourse(
                cluster,
                connection,
                visible,
                new TrialPlan(plan.name(), plan.workload(), plan.warmUp(), runFor, plan.history()));
    }

    @Override
    public Lap run(Contender contender) throws SQLException {
        contender.prepare(connection);
        contender.start();
        contender.awaitReady();
        visible.forget();
        HistoryRecorder history = new HistoryRecorder();
        Lap lap;
        try (KafkaObserver observer = new KafkaObserver(cluster.bootstrapServers(), history).start();
                OrdersWorkload writers = new OrdersWorkload(plan.workload(), cluster::connect, history)) {
            writers.start();
            List<Figure> figures = measure(contender, writers, observer, history);
            lap = new Lap(figures, judge(writers, history));
        }
        contender.stop();
        contender.cleanUp(connection);
        forgetOrders();
        return lap;
    }

    private List<Figure> measure(
            Contender contender, OrdersWorkload writers, KafkaObserver observer, HistoryRecorder history) {
        letRun(contender, writers, plan.warmUp());
        LatencyTap tap = observer.tap();
        long before = history.delivered();
        long began = System.nanoTime();
        letRun(contender, writers, plan.runFor());
        Histogram latencies = tap.sinceCommit();
        double seconds = (System.nanoTime() - began) / 1e9;
        return List.of(
                new Figure("delivered", (history.delivered() - before) / seconds, "%,.0f events/s"),
                new Figure("p50", latencies.getValueAtPercentile(50) / MICROS_PER_MILLI, "%,.1f ms"),
                new Figure("p99", latencies.getValueAtPercentile(99) / MICROS_PER_MILLI, "%,.1f ms"));
    }

    private static void letRun(Contender contender, OrdersWorkload writers, Duration time) {
        Waiting.within(time, writers::isOver);
        if (writers.isOver()) {
            throw new IllegalStateException("the writers stopped: their events fill the heap");
        }
        contender.failure().ifPresent(why -> {
            throw new ServerFailure(why);
        });
    }

    private static Verdict judge(OrdersWorkload writers, HistoryRecorder history) {
        writers.stop();
        if (history.awaitDelivered(DELIVERY_LIMIT)) {
            Waiting.within(DUPLICATES_LIMIT, () -> false);
        }
        return Checker.check(history.history());
    }

    /** The next lap writes the same orders again. */
    private void forgetOrders() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("truncate public.orders");
        }
    }
}
