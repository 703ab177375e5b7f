package dev.latchkey.lab.load;

import dev.latchkey.lab.demo.RelayJar;
import dev.latchkey.lab.server.ServerFailure;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code load}: what all measurements have in common. */
@Command(
        name = "load",
        description = {
            "Measures relay nodes on servers of their own on this machine: the figures of the README, to be repeated.",
            "Exit status: 0 done, 1 failed or the promise was broken, 2 wrong usage."
        },
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {DrainCommand.class, FailoverCommand.class})
public final class LoadCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--relay-jar",
            paramLabel = "FILE",
            description = "The relay's jar (default: the one that the build left in relay-node/target).")
    private Path relayJar;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "load what? drain, steady or failover");
    }

    @Command(
            name = "steady",
            description = {
                "Writes orders and their events at a steady rate, a transaction of 3 s always among them, and measures the"
                        + " time from the return of a commit until a consumer has the event, and from the moment at which"
                        + " the event was due. Then a checker judges the run.",
                "Exit status: 0 no fault, 1 failed or a fault, 2 wrong usage."
            },
            mixinStandardHelpOptions = true,
            showDefaultValues = true,
            sortOptions = false)
    int steady(@Mixin TrialOptions trial, @Mixin ClusterOptions cluster) {
        return run("steady", trial, cluster);
    }

    private int run(String workload, TrialOptions trial, ClusterOptions cluster) {
        TrialPlan plan = trial.plan(workload);
        Supplier<Stage> stage = cluster.stage(this::relayJar, StageNeeds.plain());
        return measure(new Trial(plan, stage, FaultPlan.NONE));
    }

    /** Prints figures to standard output and one line on what went wrong, with a log's end if there is one, to the other. */
    int measure(Scenario scenario) {
        try {
            return scenario.run(System.out);
        } catch (ServerFailure | IllegalStateException | UncheckedIOException | SQLException e) {
            System.err.println("latchkey: the measurement failed: " + e.getMessage());
            return ExitCode.SOFTWARE;
        }
    }

    Path relayJar() {
        Path jar = Optional.ofNullable(relayJar)
                .or(RelayJar::find)
                .orElseThrow(
                        () -> wrong("no relay jar in relay-node/target: build it (mvn package) or give --relay-jar"));
        if (!Files.isRegularFile(jar)) {
            throw wrong("--relay-jar: there is no file " + jar);
        }
        return jar;
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
