package dev.latchkey.lab.load;

import dev.latchkey.lab.demo.KindDuration;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code load idle}: checks what was asked for and runs it. */
@Command(
        name = "idle",
        description = {
            "What a relay with nothing to do costs: queries a second of a node, over numbers of shards; and the"
                    + " throughput of writers of other rows with the relay running and without it, in turn.",
            "Exit status: 0 done, 1 failed, 2 wrong usage."
        },
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        sortOptions = false)
final class IdleCommand implements Callable<Integer> {
    private static final int MOST_ROUNDS = 20;
    private static final Duration LEAST_TIME = Duration.ofSeconds(1);
    private static final Duration MOST_TIME = Duration.ofMinutes(10);

    @Spec
    private CommandSpec spec;

    @ParentCommand
    private LoadCommand load;

    @Option(
            names = "--shards",
            paramLabel = "N,N",
            split = ",",
            defaultValue = "8,64,256",
            description = "Numbers of shards; the writers are measured with the last.")
    private List<Integer> shards;

    @Option(names = "--nodes", paramLabel = "N", defaultValue = "3", description = "Relay nodes.")
    private int nodes;

    @Option(names = "--lanes", paramLabel = "N", defaultValue = "2", description = "Lanes of a node.")
    private int lanes;

    @Option(
            names = "--for",
            paramLabel = "TIME",
            defaultValue = "10s",
            converter = KindDuration.class,
            description = "How long each measurement takes.")
    private Duration runFor;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "3",
            description = "Of the writers, each with the relay and without it.")
    private int rounds;

    @Override
    public Integer call() {
        OptionRules rules = new OptionRules(spec);
        shards.forEach(count -> rules.between("--shards", count, 1, OptionRules.MOST_SHARDS));
        rules.between("--nodes", nodes, 1, OptionRules.MOST_NODES);
        rules.between("--lanes", lanes, 1, OptionRules.MOST_LANES);
        rules.between("--for", runFor, LEAST_TIME, MOST_TIME);
        rules.between("--rounds", rounds, 1, MOST_ROUNDS);
        return load.measure(new Idle(shards, nodes, lanes, runFor, rounds, load.relayJar()));
    }
}
