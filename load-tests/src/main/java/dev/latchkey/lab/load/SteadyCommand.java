package dev.latchkey.lab.load;

import dev.latchkey.lab.demo.KindDuration;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code load steady}: checks what was asked for and runs it. */
@Command(
        name = "steady",
        description = {
            "Writes orders and their events at a steady rate, a transaction of 3 s always among them, and measures the time"
                    + " from the return of a commit until a consumer has the event. Then a checker judges the run.",
            "Exit status: 0 no fault, 1 failed or a fault, 2 wrong usage."
        },
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        sortOptions = false)
final class SteadyCommand implements Callable<Integer> {
    private static final int MOST_EVENTS_PER_SECOND = 50_000;
    private static final Duration LEAST_TIME = Duration.ofSeconds(1);
    private static final Duration MOST_TIME = Duration.ofHours(1);

    @Spec
    private CommandSpec spec;

    @ParentCommand
    private LoadCommand load;

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

    @Option(names = "--nodes", paramLabel = "N", defaultValue = "3", description = "Relay nodes.")
    private int nodes;

    @Option(names = "--lanes", paramLabel = "N", defaultValue = "2", description = "Lanes of a node.")
    private int lanes;

    @Override
    public Integer call() {
        OptionRules rules = new OptionRules(spec);
        rules.between("--rate", rate, 1, MOST_EVENTS_PER_SECOND);
        rules.between("--for", runFor, LEAST_TIME, MOST_TIME);
        rules.between("--warm-up", warmUp, Duration.ZERO, MOST_TIME);
        rules.between("--nodes", nodes, 1, OptionRules.MOST_NODES);
        rules.between("--lanes", lanes, 1, OptionRules.MOST_LANES);
        rules.fitsMemory(rate * (runFor.toSeconds() + warmUp.toSeconds()));
        SteadyOptions options = new SteadyOptions(rate, runFor, warmUp, nodes, lanes, load.relayJar());
        return load.measure(new Steady(options));
    }
}
