package dev.latchkey.lab.load;

import dev.latchkey.lab.peer.Contender;
import dev.latchkey.lab.report.Report;
import dev.latchkey.lab.report.RunLog;
import dev.latchkey.lab.workload.OrdersSchema;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.ExitCode;

/** {@code load scale}: drain and latency over numbers of nodes and shards, each on servers of its own. */
final class Scale implements Scenario {
    private static final String ROW = "%6s %7s %16s %17s %9s %9s  %s%n";
    private static final List<String> COLUMNS =
            List.of("nodes", "shards", "drain, events/s", "steady, events/s", "p50, ms", "p99, ms", "verdict");

    private final ScaleOptions options;
    private final RunLog log;
    private final List<List<String>> cells = new ArrayList<>();

    Scale(ScaleOptions options) {
        this.options = options;
        this.log = new RunLog("scale", Map.of("each cell", options.line()));
    }

    @Override
    public int run(PrintStream out) throws SQLException {
        out.println(options.line());
        out.printf(ROW, COLUMNS.toArray());
        log.begin();
        boolean clean = true;
        for (int nodes : options.nodes()) {
            for (int shards : options.shards()) {
                clean &= cell(new ClusterShape(nodes, options.lanes(), shards), out);
            }
        }
        log.table("nodes and shards", COLUMNS, cells);
        options.report().ifPresent(folder -> out.println("report: " + Report.write(log.data(), folder)));
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
                List<String> row = row(shape, drain, steady);
                cells.add(row);
                out.printf(ROW, row.toArray());
                log.judged(drain.verdict());
                log.judged(steady.verdict());
                return drain.verdict().isClean() && steady.verdict().isClean();
            }
        }
    }

    private static List<String> row(ClusterShape shape, Lap drain, Lap steady) {
        boolean clean = drain.verdict().isClean() && steady.verdict().isClean();
        String broken = "BROKEN: drain " + drain.verdict().summary() + "; steady "
                + steady.verdict().summary();
        return List.of(
                Integer.toString(shape.nodes()),
                Integer.toString(shape.shards()),
                figure("%,.0f", drain, 0),
                figure("%,.0f", steady, 0),
                figure("%,.1f", steady, 1),
                figure("%,.1f", steady, 2),
                clean ? "all once and in order" : broken);
    }

    private static String figure(String format, Lap lap, int figure) {
        return String.format(Locale.ROOT, format, lap.figures().get(figure).value());
    }
}
