package dev.latchkey.lab.load;

import dev.latchkey.lab.cluster.NodeProcess;
import dev.latchkey.lab.fault.Round;
import dev.latchkey.lab.fault.Schedule;
import dev.latchkey.lab.fault.Striker;
import dev.latchkey.lab.history.HistoryRecorder;
import dev.latchkey.lab.observe.KafkaObserver;
import dev.latchkey.lab.server.ServerFailure;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import picocli.CommandLine.ExitCode;

/**
 * Faults, one round after the other, in segments with a workload and a history of their own, so that memory is bounded
 * however many they are.
 */
final class Campaign implements Scenario {
    private static final int ROUNDS_A_SEGMENT = 10;

    private final CampaignOptions options;
    private final CampaignReport report;
    private final Schedule schedule;
    private final SplittableRandom workloads;
    private final Set<String> explained = new HashSet<>();
    private final long began = System.nanoTime();
    private int struck;
    private long events;
    private double slowest;

    /** @param report closed with the run */
    Campaign(CampaignOptions options, CampaignReport report) {
        this.options = options;
        this.report = report;
        this.schedule =
                new Schedule(options.seed(), options.faults(), options.shape().nodes());
        this.workloads = new SplittableRandom(~options.seed());
    }

    @Override
    public int run(PrintStream out) throws SQLException {
        out.println(options.line());
        try (report;
                LoadCluster cluster = new LoadCluster(options.shape(), options.needs(), options.relayJar())) {
            cluster.start();
            try (KafkaObserver observer = new KafkaObserver(cluster.bootstrapServers(), new HistoryRecorder());
                    Striker striker = new Striker(cluster.world(), report)) {
                observer.start();
                report.begin(cluster, observer);
                while (struck < options.count()) {
                    if (!segment(cluster, observer, striker, out)) {
                        return failed(cluster, out);
                    }
                }
            } catch (ServerFailure | IllegalStateException e) {
                report.failed(e.getMessage());
                out.println("failed: " + e.getMessage());
                return failed(cluster, out);
            } finally {
                report.stopMeasuring();
            }
        }
        out.printf(
                Locale.ROOT,
                "%,d faults, %,d events: every committed event arrived once and in order; slowest recovery %.1f s%n",
                struck,
                events,
                slowest);
        return ExitCode.OK;
    }

    /** Whether every promise was kept. */
    private boolean segment(LoadCluster cluster, KafkaObserver observer, Striker striker, PrintStream out)
            throws SQLException {
        try (CampaignSegment segment = new CampaignSegment(cluster, observer, workloads)) {
            out.println(segment.line());
            segment.start();
            report.segment(segment.line(), segment.history());
            for (int round = 0; round < ROUNDS_A_SEGMENT && struck < options.count(); round++) {
                if (!round(segment, striker, out)) {
                    segment.judge(options.healWithin(), out, report::judged);
                    return false;
                }
            }
            boolean clean = segment.judge(options.healWithin(), out, report::judged);
            events += segment.delivered();
            return clean;
        }
    }

    private boolean round(CampaignSegment segment, Striker striker, PrintStream out) {
        Round round = schedule.next(options.count() - struck);
        round.strikes().forEach(strike -> {
            if (explained.add(strike.fault().name())) {
                out.printf(
                        "             %s: %s%n",
                        strike.fault().name(), strike.fault().goal());
            }
        });
        striker.strike(round);
        struck += round.strikes().size();
        CampaignSegment.Recovery recovery = segment.awaitRecovery(options.healWithin());
        slowest = Math.max(slowest, recovery.seconds());
        report.recovered(round, recovery);
        out.printf(
                Locale.ROOT,
                "%5d %7.1fs  %s: %s, backlog %,d, delivered %,d%n",
                struck,
                (System.nanoTime() - began) / 1e9,
                round.line(),
                recovery.line(),
                segment.backlog(),
                events + segment.delivered());
        return recovery.complete();
    }

    private int failed(LoadCluster cluster, PrintStream out) {
        options.logs().ifPresent(folder -> {
            cluster.nodes().forEach(node -> keepLog(node, folder));
            out.println("the nodes' logs are in " + folder);
        });
        String where = "failed at fault %d of seed %d".formatted(struck, options.seed());
        report.failed(where);
        out.println(where);
        return ExitCode.SOFTWARE;
    }

    private static void keepLog(NodeProcess node, Path folder) {
        try {
            Files.createDirectories(folder);
            Files.writeString(folder.resolve(node.id() + ".log"), node.logTail(Integer.MAX_VALUE));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
