package dev.latchkey.lab.load;

import dev.latchkey.lab.cluster.NodeProcess;
import dev.latchkey.lab.fault.Strike;
import dev.latchkey.lab.history.OwnershipTimeline;
import dev.latchkey.lab.history.Verdict;
import dev.latchkey.lab.observe.LatencyTap;
import dev.latchkey.lab.report.FaultMark;
import dev.latchkey.lab.report.Probes;
import dev.latchkey.lab.report.Report;
import dev.latchkey.lab.report.RunLog;
import dev.latchkey.lab.report.Sampler;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import org.HdrHistogram.Histogram;

/** Measures a trial once a second while it runs and writes its report when it is over, however it ends. */
final class TrialReport implements TrialWitness {
    private static final double MICROS_PER_MILLI = 1_000;
    static final String SINCE_COMMIT = "from the return of the commit, which a stalled relay does not delay";
    private static final String SINCE_DUE = "from the moment the event was due, so corrected for coordinated omission";

    private final RunLog log;
    private final Path folder;
    private final PrintStream out;
    private final Map<Strike, FaultMark> marks = new ConcurrentHashMap<>();
    private Sampler sampler;
    private boolean written;

    TrialReport(TrialPlan plan, Path folder, PrintStream out) {
        this.log = new RunLog(plan.name(), settings(plan));
        this.folder = folder;
        this.out = out;
    }

    private static Map<String, String> settings(TrialPlan plan) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("rate", "%,d events/s".formatted(plan.workload().eventsPerSecond()));
        settings.put("measured for", plan.runFor().toSeconds() + " s");
        settings.put("after a warm-up of", plan.warmUp().toSeconds() + " s");
        settings.put("seed", Long.toString(plan.workload().seed()));
        return settings;
    }

    @Override
    public void began(EventFlow flow) {
        log.begin();
        log.setting("on", flow.stage().line());
        LatencyTap tap = flow.observer().tap();
        sampler = probes(flow.stage()).events(flow::history, tap::sinceCommit).sampleInto(log);
    }

    /** All that a stage lets be measured; the stream of events comes on top. */
    static Probes probes(Stage stage) {
        Probes probes = new Probes();
        stage.nodes().forEach(node -> probes.process(node.id(), () -> pid(node)));
        List<URI> admins = stage.adminUrls();
        for (int n = 0; n < admins.size(); n++) {
            probes.heap(
                    stage.nodes().isEmpty()
                            ? "node-" + (n + 1)
                            : stage.nodes().get(n).id(),
                    admins.get(n));
        }
        stage.own()
                .ifPresent(own -> probes.family("postgres", own.postgres()::pid).process("broker", own.broker()::pid));
        return probes.lab().databaseTime(stage::connect);
    }

    private static OptionalLong pid(NodeProcess node) {
        return node.isAlive() ? OptionalLong.of(node.pid()) : OptionalLong.empty();
    }

    @Override
    public void measuring() {
        log.note("the warm-up is over: key figures and percentiles count from here");
    }

    @Override
    public void struck(Strike strike) {
        marks.put(strike, log.fault(strike.line(), strike.fault().goal()));
    }

    @Override
    public void mended(Strike strike) {
        marks.get(strike).end("mended");
    }

    @Override
    public void ended(TrialResult result) {
        stopSampling();
        addFigures(result.figures());
        addVerdict(log, result.verdict(), result.owners());
        result.uncommitted()
                .ifPresent(records -> log.figure("aborted records, seen by readers of uncommitted ones", records, ""));
        if (result.failedTransactions() > 0) {
            log.figure("transactions of the writers that failed", result.failedTransactions(), "");
        }
        write();
    }

    private void addFigures(TrialFigures figures) {
        log.figure("delivered", figures.deliveredPerSecond(), "events/s");
        addLatencies("commit to consumer", figures.sinceCommit());
        addLatencies("due to consumer", figures.sinceDue());
        log.figure("backlog at the end", figures.backlog(), "events");
        log.percentiles("due to consumer", SINCE_DUE, figures.sinceDue());
        log.percentiles("commit to consumer", SINCE_COMMIT, figures.sinceCommit());
    }

    private void addLatencies(String name, Histogram micros) {
        log.figure(name + ", p50", micros.getValueAtPercentile(50) / MICROS_PER_MILLI, "ms");
        log.figure(name + ", p99", micros.getValueAtPercentile(99) / MICROS_PER_MILLI, "ms");
        log.figure(name + ", max", micros.getMaxValue() / MICROS_PER_MILLI, "ms");
    }

    /** What every judged run has; a run in segments calls it for each. */
    static void addVerdict(RunLog log, Verdict verdict, OwnershipTimeline owners) {
        owners.changes().forEach(o -> log.owner(o.shard(), o.owner(), o.epoch(), o.sinceNanos()));
        log.judged(verdict);
    }

    /** A trial that broke off is reported too: what was measured until then says why. */
    @Override
    public void close() {
        if (sampler != null && !written) {
            stopSampling();
            log.failed("the run broke off before it was judged");
            write();
        }
    }

    private void stopSampling() {
        if (sampler != null) {
            sampler.close();
        }
    }

    private void write() {
        written = true;
        out.println("report: " + Report.write(log.data(), folder));
    }
}
