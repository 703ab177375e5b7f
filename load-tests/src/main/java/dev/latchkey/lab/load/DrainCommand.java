package dev.latchkey.lab.load;

import dev.latchkey.lab.load.DrainOptions.Delivery;
import dev.latchkey.lab.load.DrainOptions.Settle;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code load drain}: checks what was asked for and runs it. */
@Command(
        name = "drain",
        description = {
            "Fills the outbox while no node runs, then starts the nodes and measures from their first progress on: events"
                    + " a second, heap, the database's time per row, and what an idle node asks afterwards.",
            "Rows hold JSON of some 330 bytes and 20,000 keys. The database has 512 MB of shared buffers.",
            "Exit status: 0 done, 1 failed, 2 wrong usage."
        },
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        sortOptions = false)
final class DrainCommand implements Callable<Integer> {
    static final int MOST_ROWS = 20_000_000;
    private static final int MOST_ROUNDS = 20;

    @Spec
    private CommandSpec spec;

    @ParentCommand
    private LoadCommand load;

    @Option(names = "--rows", paramLabel = "N", defaultValue = "500000", description = "Rows of the backlog.")
    private int rows;

    @Option(names = "--nodes", paramLabel = "N", defaultValue = "1", description = "Relay nodes.")
    private int nodes;

    @Option(names = "--lanes", paramLabel = "N", defaultValue = "2", description = "Lanes of a node.")
    private int lanes;

    @Option(
            names = "--delivery",
            paramLabel = "HOW",
            defaultValue = "exactlyOnce",
            description = "One of ${COMPLETION-CANDIDATES}.")
    private Delivery delivery;

    @Option(
            names = "--settle",
            paramLabel = "HOW",
            defaultValue = "delete",
            description = "One of ${COMPLETION-CANDIDATES}.")
    private Settle settle;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = {
                "Stop the nodes, fill again and drain again until this many are done: the servers are warm then.",
                "  Default: 1; 2 of each side with --vs"
            })
    private Integer rounds;

    @Option(
            names = "--transaction",
            paramLabel = "N",
            defaultValue = "100",
            description = "Rows that are committed at a time.")
    private int transaction;

    @Option(
            names = "--warm-up-rows",
            paramLabel = "N",
            defaultValue = "200000",
            description = "--vs: rows before the measured ones, which each side publishes in every round.")
    private int warmUpRows;

    @Option(
            names = "--growth",
            paramLabel = "N,N",
            split = ",",
            arity = "0..1",
            fallbackValue = "10000,100000,1000000",
            description = {
                "Drain backlogs of these sizes, one after the other, and print a table of the cost of a row and of the heap.",
                "  Without sizes: ${FALLBACK-VALUE}"
            })
    private List<Integer> growth = List.of();

    @Mixin
    private RivalOptions rival;

    @Override
    public Integer call() {
        OptionRules rules = new OptionRules(spec);
        rules.between("--rows", rows, 1, MOST_ROWS);
        rules.between("--nodes", nodes, 1, OptionRules.MOST_NODES);
        rules.between("--lanes", lanes, 1, OptionRules.MOST_LANES);
        int times = Objects.requireNonNullElse(rounds, rival.isAsked() ? RivalOptions.ROUNDS : 1);
        rules.between("--rounds", times, 1, MOST_ROUNDS);
        rules.between("--transaction", transaction, 1, MOST_ROWS);
        DrainOptions options =
                new DrainOptions(rows, transaction, nodes, lanes, delivery, settle, times, load.relayJar());
        if (rival.isAsked()) {
            return load.measure(rival.drain(options, warmUpRows, rules));
        }
        growth.forEach(size -> rules.between("--growth", size, 1, MOST_ROWS));
        return load.measure(growth.isEmpty() ? new Drain(options) : new Growth(options, growth));
    }
}
