package dev.latchkey.lab.load;

import dev.latchkey.lab.demo.KindDuration;
import dev.latchkey.lab.workload.WorkloadSettings;
import java.time.Duration;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What is written, and for how long: the options that all workloads share. */
final class TrialOptions {
    private static final int MOST_EVENTS_PER_SECOND = 50_000;
    private static final Duration LEAST_TIME = Duration.ofSeconds(1);
    private static final Duration MOST_TIME = Duration.ofHours(24);

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--rate", paramLabel = "N", defaultValue = "500", description = "Events written a second.")
    private int rate;

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

    /** Checks the options. */
    TrialPlan plan(String name) {
        OptionRules rules = new OptionRules(spec);
        rules.between("--rate", rate, 1, MOST_EVENTS_PER_SECOND);
        rules.between("--for", runFor, LEAST_TIME, MOST_TIME);
        rules.between("--warm-up", warmUp, Duration.ZERO, MOST_TIME);
        rules.fitsMemory(rate * (runFor.toSeconds() + warmUp.toSeconds()));
        WorkloadSettings settings = EventFlow.settings(rate);
        return new TrialPlan(name, seed == null ? settings : settings.seed(seed), warmUp, runFor);
    }
}
