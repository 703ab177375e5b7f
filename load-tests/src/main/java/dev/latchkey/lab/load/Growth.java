package dev.latchkey.lab.load;

import dev.latchkey.lab.load.BareLoop.Cost;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.ExitCode;

/** {@code load drain --growth}: whether a row costs the same, and the heap is the same, with few and with many pending. */
final class Growth implements Scenario {
    private final DrainOptions options;
    private final List<Integer> sizes;

    /** @param sizes of the backlogs, one drain each; stand for {@link DrainOptions#rows()} */
    Growth(DrainOptions options, List<Integer> sizes) {
        this.options = options;
        this.sizes = List.copyOf(sizes);
    }

    @Override
    public int run(PrintStream out) throws SQLException {
        out.println(options.line());
        try (LoadCluster cluster = new LoadCluster(
                Drain.database(), options.relayJar(), options.nodes(), options.lanes(), options::configure)) {
            cluster.startServers();
            cluster.migrate();
            try (Connection connection = cluster.connect()) {
                Cost bare = new BareLoop(connection, options.settle()).measure(options.rows());
                out.println(bare.line());
                out.printf(
                        "%12s %12s %14s %14s %12s %14s%n",
                        "pending", "events/s", "read us/row", "settle us/row", "times bare", "peak heap MB");
                for (int rows : sizes) {
                    out.println(line(cluster, connection, bare, rows));
                }
            }
        }
        return ExitCode.OK;
    }

    private String line(LoadCluster cluster, Connection connection, Cost bare, int rows) throws SQLException {
        BacklogDrain drain = new BacklogDrain(cluster);
        cluster.stopNodes();
        Backlog backlog = new Backlog(connection, options.settle());
        StatementTimes times = new StatementTimes(connection);
        backlog.clear();
        backlog.fill(rows, options.transaction());
        times.reset();
        HeapPeak heap = new HeapPeak(cluster.nodes());
        DrainCurve curve = drain.run(backlog, rows, heap::look);
        StatementTimes.Totals totals = times.sinceReset();
        double read = totals.readMillis() * 1_000 / rows;
        double settle = totals.settleMillis() * 1_000 / rows;
        return String.format(
                Locale.ROOT,
                "%,12d %12s %14.1f %14.1f %12.2f %14s",
                rows,
                curve.perSecond() == 0 ? "at once" : String.format(Locale.ROOT, "%,d", curve.perSecond()),
                read,
                settle,
                bare.ratio(read + settle),
                heap.megabytes());
    }
}
