package dev.latchkey.lab.load;

import dev.latchkey.lab.demo.KindDuration;
import dev.latchkey.lab.workload.Profile;
import dev.latchkey.lab.workload.WorkloadSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What is written, and for how long: the options that all workloads share. */
final class TrialOptions {
    private static final int USUAL_RATE = 500;
    private static final int RATE_OF_LARGE = 100;
    private static final int MOST_EVENTS_PER_SECOND = 50_000;
    private static final Duration LEAST_TIME = Duration.ofSeconds(1);
    private static final Duration MOST_TIME = Duration.ofHours(24);

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "Events written a second (default: 500; 100 where payloads are large).")
    private Integer rate;

    @Option(
            names = "--for",
            paramLabel = "TIME",
            defaultValue = "30s",
            converter = KindDuration.class,
            description = "How long to measure, e.g. 30s or 2m.")
    private Duration runFor;

    @Option(
            names = "--warm-up",
            paramLabel = "TIME",
            defaultValue = "15s",
            converter = KindDuration.class,
            description = "How long to write before.")
    private Duration warmUp;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Of everything that is drawn, event ids included (default: another one each time; printed).")
    private Long seed;

    @Option(
            names = "--history",
            paramLabel = "FILE",
            description =
                    "Write the history while it happens, for latchkey check-history; compressed if it ends in .gz.")
    private Path history;

    @Mixin
    private FaultOptions faults;

    @Mixin
    private ReportOptions report;

    /** What the stage must offer. */
    StageNeeds needs() {
        return faults.needs(StageNeeds.plain(), new OptionRules(spec));
    }

    /** What goes wrong meanwhile; checked. */
    FaultPlan faults(TrialPlan plan, ClusterOptions cluster) {
        return faults.plan(plan.workload().seed(), cluster, new OptionRules(spec));
    }

    /** Checks the options. */
    TrialPlan plan(String name, Profile profile) {
        OptionRules rules = new OptionRules(spec);
        int perSecond = rate == null ? defaultRate(profile) : rate;
        rules.between("--rate", perSecond, 1, MOST_EVENTS_PER_SECOND);
        rules.between("--for", runFor, LEAST_TIME, MOST_TIME);
        rules.between("--warm-up", warmUp, Duration.ZERO, MOST_TIME);
        if (history != null && Files.isDirectory(history)) {
            throw rules.wrong("--history must be a file, and " + history + " is a folder");
        }
        Duration whole = runFor.plus(warmUp);
        rules.fitsMemory(perSecond * whole.toSeconds() + profile.hugeOnes().rowsWithin(whole));
        WorkloadSettings settings = EventFlow.settings(perSecond).profile(profile);
        return new TrialPlan(
                name, seed == null ? settings : settings.seed(seed), warmUp, runFor, Optional.ofNullable(history));
    }

    ReportOptions report() {
        return report;
    }

    private static int defaultRate(Profile profile) {
        return profile.largestPayload() == 0 ? USUAL_RATE : RATE_OF_LARGE;
    }
}
