package dev.latchkey.lab.load;

import dev.latchkey.lab.process.Waiting;
import dev.latchkey.lab.workload.OrdersSchema;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.ExitCode;

/** What a relay with nothing to do costs the database and those who write to it. */
final class Idle implements Scenario {
    /** Nodes that have just come still hand shards over. */
    private static final Duration SETTLING_DOWN = Duration.ofSeconds(10);

    private static final String RATE = "%,.0f/s";

    private final List<Integer> shards;
    private final int nodes;
    private final int lanes;
    private final Duration runFor;
    private final int rounds;
    private final Path relayJar;

    Idle(List<Integer> shards, int nodes, int lanes, Duration runFor, int rounds, Path relayJar) {
        this.shards = List.copyOf(shards);
        this.nodes = nodes;
        this.lanes = lanes;
        this.runFor = runFor;
        this.rounds = rounds;
        this.relayJar = relayJar;
    }

    @Override
    public int run(PrintStream out) throws SQLException {
        for (int i = 0; i < shards.size(); i++) {
            ClusterShape shape = new ClusterShape(nodes, lanes, shards.get(i));
            try (LoadCluster cluster =
                    new LoadCluster(shape, StageNeeds.plain().database(Drain.database()), relayJar)) {
                cluster.startServers();
                try (Connection connection = cluster.connect()) {
                    OrdersSchema.create(connection);
                    cluster.migrate();
                    cluster.startNodes();
                    out.printf(
                            Locale.ROOT,
                            "%s: idle %.1f queries/s a node%n",
                            shape.line(),
                            queriesPerSecond(connection) / nodes);
                    if (i + 1 == shards.size()) {
                        compareWriters(cluster, out);
                    }
                }
            }
        }
        return ExitCode.OK;
    }

    private double queriesPerSecond(Connection connection) throws SQLException {
        Waiting.within(SETTLING_DOWN, () -> false);
        StatementTimes times = new StatementTimes(connection);
        times.reset();
        long began = System.nanoTime();
        Waiting.within(runFor, () -> false);
        return times.sinceReset().statements() * 1e9 / (System.nanoTime() - began);
    }

    /** Begins with the relay running; the first writers only warm up. */
    private void compareWriters(LoadCluster cluster, PrintStream out) {
        BusinessWriters writers = new BusinessWriters(cluster::connect);
        List<Double> with = new ArrayList<>();
        List<Double> without = new ArrayList<>();
        writers.perSecond(runFor);
        for (int round = 1; round <= rounds; round++) {
            with.add(writers.perSecond(runFor));
            cluster.stopNodes();
            without.add(writers.perSecond(runFor));
            if (round < rounds) {
                cluster.startNodes();
                Waiting.within(SETTLING_DOWN, () -> false);
            }
        }
        out.printf("writers of business rows, %d at a time, transactions/s%n", BusinessWriters.WRITERS);
        out.println("  with the relay idle " + Spread.of(with).line(RATE));
        out.println("  without the relay   " + Spread.of(without).line(RATE));
        out.println("  with/without        " + Spread.ofRatios(with, without).line("%.3f"));
    }
}
