package dev.latchkey.lab.load;

import dev.latchkey.lab.server.PostgresSettings;
import dev.latchkey.lab.workload.OrdersSchema;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/** How long events take at a steady rate. */
final class Steady implements Scenario {
    private static final double MICROS_PER_MILLI = 1_000;

    private final SteadyOptions options;

    Steady(SteadyOptions options) {
        this.options = options;
    }

    @Override
    public int run(PrintStream out) throws SQLException {
        out.printf(
                "%d events/s for %d s after %d s; %d node(s) with %d lane(s), exactlyOnce, settle: delete%n",
                options.rate(),
                options.runFor().toSeconds(),
                options.warmUp().toSeconds(),
                options.nodes(),
                options.lanes());
        try (LoadCluster cluster = new LoadCluster(
                PostgresSettings.defaults(), options.relayJar(), options.nodes(), options.lanes(), config -> {})) {
            cluster.startServers();
            try (Connection connection = cluster.connect()) {
                OrdersSchema.create(connection);
            }
            cluster.migrate();
            cluster.startNodes();
            try (EventFlow flow = new EventFlow(cluster, options.rate())) {
                flow.start();
                measure(flow, out);
                return flow.judge(out);
            }
        }
    }

    private void measure(EventFlow flow, PrintStream out) {
        flow.letRun(options.warmUp());
        flow.latencies();
        long before = flow.history().delivered();
        long began = System.nanoTime();
        flow.letRun(options.runFor());
        Histogram latencies = flow.latencies();
        double seconds = (System.nanoTime() - began) / 1e9;
        long delivered = flow.history().delivered() - before;
        long backlog = flow.history().backlog();
        out.printf(Locale.ROOT, "delivered %.0f events/s%n", delivered / seconds);
        out.printf(
                Locale.ROOT,
                "commit to consumer: p50 %.1f ms, p99 %.1f ms, max %.1f ms%n",
                latencies.getValueAtPercentile(50) / MICROS_PER_MILLI,
                latencies.getValueAtPercentile(99) / MICROS_PER_MILLI,
                latencies.getMaxValue() / MICROS_PER_MILLI);
        out.printf(Locale.ROOT, "backlog at the end: %,d events%n", backlog);
    }
}
