package dev.latchkey.lab.load;

import dev.latchkey.lab.load.Lap.Figure;
import dev.latchkey.lab.peer.Contender;
import dev.latchkey.lab.workload.OrdersSchema;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import picocli.CommandLine.ExitCode;

/** {@code load scale}: drain and latency over numbers of nodes and shards, each on servers of its own. */
final class Scale implements Scenario {
    private final ScaleOptions options;

    Scale(ScaleOptions options) {
        this.options = options;
    }

    @Override
    public int run(PrintStream out) throws SQLException {
        out.println(options.line());
        out.printf(
                "%6s %7s %15s %11s %9s %9s  %s%n",
                "nodes", "shards", "drain events/s", "steady /s", "p50 ms", "p99 ms", "verdict");
        boolean clean = true;
        for (int nodes : options.nodes()) {
            for (int shards : options.shards()) {
                clean &= cell(new ClusterShape(nodes, options.lanes(), shards), out);
            }
        }
        return clean ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private boolean cell(ClusterShape shape, PrintStream out) throws SQLException {
        try (LoadCluster cluster =
                new LoadCluster(shape, StageNeeds.plain().database(Drain.database()), options.relayJar())) {
            cluster.startServers();
            try (Connection connection = cluster.connect();
                    Contender relay = new LatchkeyContender(cluster, shape.line());
                    VisibleOffsets visible = SteadyCourse.visible(cluster)) {
                OrdersSchema.create(connection);
                cluster.migrate();
                visible.createTopics();
                Lap drain = new DrainCourse(
                                connection,
                                visible,
                                new PublishedRange(cluster.bootstrapServers()),
                                options.rows() / 2,
                                options.rows() - options.rows() / 2,
                                options.transaction())
                        .run(relay);
                Lap steady = new SteadyCourse(cluster, connection, visible, options.steady()).run(relay);
                out.println(line(shape, drain, steady));
                return drain.verdict().isClean() && steady.verdict().isClean();
            }
        }
    }

    private static String line(ClusterShape shape, Lap drain, Lap steady) {
        return String.format(
                Locale.ROOT,
                "%6d %7d %,15.0f %,11.0f %,9.1f %,9.1f  %s",
                shape.nodes(),
                shape.shards(),
                value(drain, 0),
                value(steady, 0),
                value(steady, 1),
                value(steady, 2),
                drain.verdict().isClean() && steady.verdict().isClean()
                        ? "all once and in order"
                        : "BROKEN: drain " + drain.verdict().summary() + "; steady "
                                + steady.verdict().summary());
    }

    private static double value(Lap lap, int figure) {
        Figure found = lap.figures().get(figure);
        return found.value();
    }
}
