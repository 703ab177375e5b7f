package dev.latchkey.lab.load;

import dev.latchkey.lab.fault.Round;
import dev.latchkey.lab.fault.Strike;
import dev.latchkey.lab.fault.StrikeWatch;
import dev.latchkey.lab.history.HistoryRecorder;
import dev.latchkey.lab.history.OwnershipTimeline;
import dev.latchkey.lab.history.Verdict;
import dev.latchkey.lab.observe.KafkaObserver;
import dev.latchkey.lab.observe.LatencyTap;
import dev.latchkey.lab.observe.OwnershipObserver;
import dev.latchkey.lab.report.FaultMark;
import dev.latchkey.lab.report.Report;
import dev.latchkey.lab.report.RunLog;
import dev.latchkey.lab.report.Sampler;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Measures a campaign once a second and writes its report when it is over, however it ends. */
final class CampaignReport implements StrikeWatch, AutoCloseable {
    private final RunLog log;
    private final Path folder;
    private final PrintStream out;
    private final Map<Strike, FaultMark> marks = new ConcurrentHashMap<>();
    private final OwnershipTimeline owners = new OwnershipTimeline();
    /** Of the present segment; read by the sampler. */
    private volatile HistoryRecorder history = new HistoryRecorder();

    private OwnershipObserver ownership;
    private Sampler sampler;
    private LatencyTap whole;
    private int struck;
    private double slowest;

    CampaignReport(CampaignOptions options, Path folder, PrintStream out) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("on", options.line());
        settings.put("healed within", options.healWithin().toSeconds() + " s");
        this.log = new RunLog("campaign", settings);
        this.folder = folder;
        this.out = out;
    }

    /** The cluster is up. */
    void begin(LoadCluster cluster, KafkaObserver observer) {
        log.begin();
        whole = observer.tap();
        LatencyTap second = observer.tap();
        ownership = new OwnershipObserver(cluster::adminUrls, seen -> {
            if (owners.note(seen)) {
                log.owner(seen.shard(), seen.owner(), seen.epoch(), seen.sinceNanos());
            }
        });
        ownership.start();
        sampler = TrialReport.probes(cluster)
                .events(() -> history, second::sinceCommit)
                .sampleInto(log);
    }

    void segment(String line, HistoryRecorder of) {
        history = of;
        log.note(line.strip());
    }

    @Override
    public void begins(Strike strike) {
        marks.put(strike, log.fault(strike.line(), strike.fault().goal()));
    }

    @Override
    public void isOver(Strike strike) {
        marks.get(strike).end("mended");
    }

    /** How the relay took the faults of a round. */
    void recovered(Round round, CampaignSegment.Recovery recovery) {
        struck += round.strikes().size();
        slowest = Math.max(slowest, recovery.seconds());
        round.strikes().stream()
                .map(marks::remove)
                .filter(mark -> mark != null)
                .forEach(mark -> mark.outcome(recovery.line()));
        if (!recovery.complete()) {
            log.failed("not healed after " + round.line() + ": " + recovery.line());
        }
    }

    void judged(Verdict verdict) {
        log.judged(verdict);
    }

    void failed(String sentence) {
        log.failed(sentence);
    }

    /** Nothing more happens; what comes is the cluster's end. */
    void stopMeasuring() {
        if (sampler != null) {
            ownership.close();
            sampler.close();
        }
    }

    /** Writes what there is; nothing if the cluster never came up. */
    @Override
    public void close() {
        if (sampler == null) {
            return;
        }
        log.figure("faults", struck, "");
        log.figure("slowest recovery", slowest, "s");
        log.percentiles("commit to consumer", TrialReport.SINCE_COMMIT, whole.sinceCommit());
        out.println("report: " + Report.write(log.data(), folder));
    }
}
