package dev.latchkey.lab.load;

import java.nio.file.Path;
import java.util.function.Supplier;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What {@code load steady} needs to know in order to compare. */
final class SteadyRivalOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--rounds", paramLabel = "N", defaultValue = "2", description = "--vs: of each side.")
    private int rounds;

    @Mixin
    private RivalOptions rival;

    boolean isAsked() {
        return rival.isAsked();
    }

    /** Checks the options. */
    Scenario comparison(TrialPlan plan, ReportOptions report, ClusterOptions cluster, Supplier<Path> relayJar) {
        OptionRules rules = new OptionRules(spec);
        if (!cluster.isOwn()) {
            throw rules.wrong("--vs measures on servers of its own: leave out --database and the addresses");
        }
        if (cluster.choosesSink()) {
            throw rules.wrong("--vs compares on Kafka: leave out --sink");
        }
        if (plan.history().isPresent()) {
            throw rules.wrong("--vs judges several histories and keeps none: leave out --history");
        }
        if (report.folder(plan.name()).isPresent()) {
            throw rules.wrong("--vs prints its figures and writes no report: leave out --report");
        }
        rival.check(rounds, rules);
        return new SteadyComparison(plan, cluster.shape(), relayJar.get(), rounds, rival);
    }
}
