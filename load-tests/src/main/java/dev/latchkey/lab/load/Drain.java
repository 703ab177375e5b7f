package dev.latchkey.lab.load;

import dev.latchkey.lab.load.BareLoop.Cost;
import dev.latchkey.lab.process.Waiting;
import dev.latchkey.lab.server.PostgresSettings;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import picocli.CommandLine.ExitCode;

/** How fast a backlog goes, and at which cost. */
final class Drain implements Scenario {
    private static final Duration SETTLING_DOWN = Duration.ofSeconds(2);
    private static final Duration IDLE = Duration.ofSeconds(10);

    private final DrainOptions options;

    Drain(DrainOptions options) {
        this.options = options;
    }

    @Override
    public int run(PrintStream out) throws SQLException {
        out.println(options.line());
        try (LoadCluster cluster =
                new LoadCluster(database(), options.relayJar(), options.nodes(), options.lanes(), options::configure)) {
            cluster.startServers();
            cluster.migrate();
            try (Connection connection = cluster.connect()) {
                StatementTimes times = new StatementTimes(connection);
                Cost bare = new BareLoop(connection, options.settle()).measure(options.rows());
                out.println(bare.line());
                Backlog backlog = new Backlog(connection, options.settle());
                BacklogDrain drain = new BacklogDrain(cluster);
                for (int round = 1; round <= options.rounds(); round++) {
                    cluster.stopNodes();
                    backlog.fill(options.rows(), options.transaction());
                    times.reset();
                    report(out, round, drain.run(backlog, options.rows(), () -> {}), times.sinceReset(), bare);
                    cluster.nodes()
                            .forEach(node -> out.println(NodeHeap.of(node).line()));
                }
                reportIdle(out, times);
            }
        }
        return ExitCode.OK;
    }

    /** Roomy enough that the database's own housekeeping doesn't decide the figures. */
    static PostgresSettings database() {
        return PostgresSettings.defaults()
                .with("shared_preload_libraries", "pg_stat_statements")
                .with("shared_buffers", "512MB")
                .with("max_wal_size", "4GB");
    }

    private void report(PrintStream out, int round, DrainCurve curve, StatementTimes.Totals times, Cost bare) {
        if (options.rounds() > 1) {
            out.printf("round %d%n", round);
        }
        if (curve.perSecond() == 0) {
            out.println("drained at once: too few rows to tell a rate");
        } else {
            out.printf(
                    Locale.ROOT,
                    "drained in %.1f s: %,d events/s, best second %,d events/s%n",
                    curve.seconds(),
                    curve.perSecond(),
                    curve.bestSecond());
        }
        double microsPerRow = 1_000.0 / options.rows();
        double read = times.readMillis() * microsPerRow;
        double settle = times.settleMillis() * microsPerRow;
        out.printf(
                Locale.ROOT,
                "database time per row: read %.1f us, settle %.1f us; %.2f times the bare loop%n",
                read,
                settle,
                bare.ratio(read + settle));
    }

    private void reportIdle(PrintStream out, StatementTimes times) throws SQLException {
        Waiting.within(SETTLING_DOWN, () -> false);
        times.reset();
        long began = System.nanoTime();
        Waiting.within(IDLE, () -> false);
        double seconds = (System.nanoTime() - began) / 1e9;
        double perSecond = times.sinceReset().statements() / seconds;
        out.printf(Locale.ROOT, "idle: %.1f queries/s, %.1f a node%n", perSecond, perSecond / options.nodes());
    }
}
