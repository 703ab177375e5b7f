package dev.latchkey.lab.load;

import dev.latchkey.lab.demo.KindDuration;
import dev.latchkey.lab.load.FailoverOptions.Signal;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code load failover}: checks what was asked for and runs it. */
@Command(
        name = "failover",
        description = {
            "Writes 300 events a second, ends one owner after the other, and measures how long an event of the victim's"
                    + " shards had to wait at the most, counted from its commit, or from the signal if it was committed"
                    + " before. Then a checker judges the run.",
            "Exit status: 0 no fault, 1 failed or a fault, 2 wrong usage."
        },
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        sortOptions = false)
final class FailoverCommand implements Callable<Integer> {
    private static final int MOST_TIMES = 50;
    /** Roughly what one round writes, with all its waits. */
    private static final long EVENTS_A_ROUND = 60L * Failover.RATE;

    /** ZooKeeper's tick in the lab allows no shorter session than a second. */
    private static final Duration LEAST_SESSION = Duration.ofSeconds(1);

    private static final Duration MOST_SESSION = Duration.ofSeconds(60);

    @Spec
    private CommandSpec spec;

    @ParentCommand
    private LoadCommand load;

    @Option(
            names = "--signal",
            paramLabel = "HOW",
            defaultValue = "kill",
            description = "One of ${COMPLETION-CANDIDATES}: SIGKILL or SIGTERM.")
    private Signal signal;

    @Option(names = "--times", paramLabel = "N", defaultValue = "3", description = "Owners to end, in turn.")
    private int times;

    @Option(names = "--nodes", paramLabel = "N", defaultValue = "3", description = "Relay nodes, at least 2.")
    private int nodes;

    @Option(
            names = "--session-timeout",
            paramLabel = "TIME",
            defaultValue = "6s",
            converter = KindDuration.class,
            description = "The nodes' ZooKeeper session timeout.")
    private Duration sessionTimeout;

    @Override
    public Integer call() {
        OptionRules rules = new OptionRules(spec);
        rules.between("--times", times, 1, MOST_TIMES);
        rules.between("--nodes", nodes, 2, OptionRules.MOST_NODES);
        rules.between("--session-timeout", sessionTimeout, LEAST_SESSION, MOST_SESSION);
        rules.fitsMemory(times * EVENTS_A_ROUND);
        FailoverOptions options = new FailoverOptions(signal, times, nodes, sessionTimeout, load.relayJar());
        return load.measure(new Failover(options));
    }
}
