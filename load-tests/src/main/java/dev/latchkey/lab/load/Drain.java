package dev.latchkey.lab.load;

import dev.latchkey.lab.cluster.NodeProcess;
import dev.latchkey.lab.process.Waiting;
import dev.latchkey.lab.server.PostgresSettings;
import dev.latchkey.lab.server.ServerFailure;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import picocli.CommandLine.ExitCode;

/** How fast a backlog goes, and at which cost. */
final class Drain implements Scenario {
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final Duration BEGIN_LIMIT = Duration.ofSeconds(90);
    private static final Duration EXIT_LIMIT = Duration.ofSeconds(60);
    /** Without progress for this long the drain has failed, however long a drain may take. */
    private static final Duration STALL_LIMIT = Duration.ofSeconds(60);

    private static final Duration SETTLING_DOWN = Duration.ofSeconds(2);
    private static final Duration IDLE = Duration.ofSeconds(10);
    private static final int TAIL_LINES = 10;

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
                Backlog backlog = new Backlog(connection, options.settle());
                for (int round = 1; round <= options.rounds(); round++) {
                    stop(cluster);
                    backlog.fill(options.rows(), options.transaction());
                    times.reset();
                    report(out, round, drain(cluster, backlog), times.sinceReset());
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

    private static void stop(LoadCluster cluster) {
        cluster.nodes().stream().filter(NodeProcess::isAlive).forEach(NodeProcess::terminate);
        for (NodeProcess node : cluster.nodes()) {
            Waiting.until(node.id() + " has ended", EXIT_LIMIT, () -> !node.isAlive());
        }
    }

    private DrainCurve drain(LoadCluster cluster, Backlog backlog) throws SQLException {
        cluster.nodes().forEach(NodeProcess::start);
        DrainCurve curve = new DrainCurve(options.rows());
        long least = options.rows();
        long progressed = System.nanoTime();
        while (!curve.isOver()) {
            Waiting.within(LOOK, () -> false);
            long unsent = backlog.unsent();
            long now = System.nanoTime();
            curve.add(now, unsent);
            progressed = unsent < least ? now : progressed;
            least = Math.min(least, unsent);
            Duration limit = curve.hasBegun() ? STALL_LIMIT : BEGIN_LIMIT;
            if (now - progressed > limit.toNanos() || nobodyLives(cluster)) {
                throw stalled(cluster, unsent, Duration.ofNanos(now - progressed));
            }
        }
        return curve;
    }

    private static boolean nobodyLives(LoadCluster cluster) {
        return cluster.nodes().stream().noneMatch(NodeProcess::isAlive);
    }

    private static ServerFailure stalled(LoadCluster cluster, long unsent, Duration since) {
        NodeProcess first = cluster.nodes().get(0);
        return new ServerFailure("%s without progress for %d s, about %,d rows unsent; the log of %s ends:%n%s"
                .formatted(
                        nobodyLives(cluster) ? "every node ended," : "nodes run",
                        since.toSeconds(),
                        unsent,
                        first.id(),
                        first.logTail(TAIL_LINES)));
    }

    private void report(PrintStream out, int round, DrainCurve curve, StatementTimes.Totals times) {
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
        out.printf(
                Locale.ROOT,
                "database time per row: read %.1f us, settle %.1f us%n",
                times.readMillis() * microsPerRow,
                times.settleMillis() * microsPerRow);
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
