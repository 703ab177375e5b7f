package dev.latchkey.lab.load;

import dev.latchkey.lab.workload.Profile;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code load scale}: checks what was asked for and runs it. */
@Command(
        name = "scale",
        description = {
            "A table of drain and latency over numbers of nodes and of shards, each cell on servers of its own, with the"
                    + " checker's verdict: it shall not collapse anywhere.",
            "Exit status: 0 no fault, 1 failed or a fault, 2 wrong usage."
        },
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        sortOptions = false)
final class ScaleCommand implements Callable<Integer> {
    private static final int TRANSACTION = 100;

    @Spec
    private CommandSpec spec;

    @ParentCommand
    private LoadCommand load;

    @Option(
            names = "--nodes",
            paramLabel = "N,N",
            split = ",",
            defaultValue = "1,3,6",
            description = "Numbers of relay nodes.")
    private List<Integer> nodes;

    @Option(
            names = "--shards",
            paramLabel = "N,N",
            split = ",",
            defaultValue = "8,64,256",
            description = "Numbers of shards.")
    private List<Integer> shards;

    @Option(names = "--lanes", paramLabel = "N", defaultValue = "2", description = "Lanes of a node.")
    private int lanes;

    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "200000",
            description = "Backlog of a cell; the rate is that of its second half.")
    private int rows;

    @Mixin
    private TrialOptions steady;

    @Override
    public Integer call() {
        OptionRules rules = new OptionRules(spec);
        nodes.forEach(count -> rules.between("--nodes", count, 1, OptionRules.MOST_NODES));
        shards.forEach(count -> rules.between("--shards", count, 1, OptionRules.MOST_SHARDS));
        rules.between("--lanes", lanes, 1, OptionRules.MOST_LANES);
        rules.between("--rows", rows, 2, DrainCommand.MOST_ROWS);
        rules.fitsMemory(rows);
        TrialPlan plan = steady.plan("steady", Profile.usual());
        if (plan.history().isPresent()) {
            throw rules.wrong("scale judges several histories and keeps none: leave out --history");
        }
        return load.measure(new Scale(new ScaleOptions(
                nodes, shards, lanes, rows, TRANSACTION, plan, steady.report().folder("scale"), load.relayJar())));
    }
}
