package dev.latchkey.lab.load;

import dev.latchkey.lab.demo.KindDuration;
import dev.latchkey.lab.demo.RelayJar;
import dev.latchkey.lab.server.ServerFailure;
import dev.latchkey.lab.workload.Profile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
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
        subcommands = {
            DrainCommand.class,
            FailoverCommand.class,
            ScaleCommand.class,
            IdleCommand.class,
            CampaignCommand.class
        })
public final class LoadCommand implements Runnable {
    private static final String MEASURED = "Measures how long events take from the return of their commit, and from the"
            + " moment at which they were due, until a consumer has them. Then a checker judges the run.";

    private static final String STATUS = "Exit status: 0 no fault, 1 failed or a fault, 2 wrong usage.";
    private static final int MOST_ROWS = 2_000_000;
    private static final Duration HUGE_EVERY = Duration.ofSeconds(15);
    private static final Duration LEAST_OPEN = Duration.ofSeconds(1);
    private static final Duration MOST_OPEN = Duration.ofMinutes(30);
    private static final int MOST_OPEN_AT_ONCE = 50;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--relay-jar",
            paramLabel = "FILE",
            description = "The relay's jar (default: the one that the build left in relay-node/target).")
    private Path relayJar;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "load what? One of " + String.join(", ", spec.subcommands().keySet()));
    }

    @Command(
            name = "steady",
            description = {
                "Writes orders and their events at an even pace, a transaction of 3 s always among them.",
                MEASURED,
                STATUS
            },
            mixinStandardHelpOptions = true,
            showDefaultValues = true,
            sortOptions = false)
    int steady(@Mixin TrialOptions trial, @Mixin ClusterOptions cluster, @Mixin SteadyRivalOptions rival) {
        return rival.isAsked()
                ? measure(rival.comparison(
                        trial.plan("steady", Profile.usual()), trial.report(), cluster, this::relayJar))
                : run("steady", Profile.usual(), trial, cluster);
    }

    @Command(
            name = "burst",
            description = {
                "Writes nothing for nine seconds and ten times the rate for one, again and again.",
                MEASURED,
                STATUS
            },
            mixinStandardHelpOptions = true,
            showDefaultValues = true,
            sortOptions = false)
    int burst(@Mixin TrialOptions trial, @Mixin ClusterOptions cluster) {
        return run("burst", Profile.burst(), trial, cluster);
    }

    @Command(
            name = "hot-key",
            description = {
                "Writes three of five events to one key of each aggregate (Zipf's law, exponent 2).",
                MEASURED,
                STATUS
            },
            mixinStandardHelpOptions = true,
            showDefaultValues = true,
            sortOptions = false)
    int hotKey(@Mixin TrialOptions trial, @Mixin ClusterOptions cluster) {
        return run("hot-key", Profile.hotKey(), trial, cluster);
    }

    @Command(
            name = "overlap",
            description = {
                "Writes pairs of transactions on one key, of which the one that inserts later commits first.",
                MEASURED,
                STATUS
            },
            mixinStandardHelpOptions = true,
            showDefaultValues = true,
            sortOptions = false)
    int overlap(@Mixin TrialOptions trial, @Mixin ClusterOptions cluster) {
        return run("overlap", Profile.overlap(), trial, cluster);
    }

    @Command(
            name = "huge-transaction",
            description = {"Writes a transaction of very many rows every 15 s, beside an even stream.", MEASURED, STATUS
            },
            mixinStandardHelpOptions = true,
            showDefaultValues = true,
            sortOptions = false)
    int hugeTransaction(
            @Mixin TrialOptions trial,
            @Mixin ClusterOptions cluster,
            @Option(
                            names = "--rows",
                            paramLabel = "N",
                            defaultValue = "25000",
                            description = "Rows of each huge transaction.")
                    int rows) {
        new OptionRules(spec).between("--rows", rows, 1, MOST_ROWS);
        return run("huge-transaction", Profile.hugeTransaction(rows, HUGE_EVERY), trial, cluster);
    }

    @Command(
            name = "long-transaction",
            description = {"Keeps several transactions open all the time, beside an even stream.", MEASURED, STATUS},
            mixinStandardHelpOptions = true,
            showDefaultValues = true,
            sortOptions = false)
    int longTransaction(
            @Mixin TrialOptions trial,
            @Mixin ClusterOptions cluster,
            @Option(
                            names = "--open",
                            paramLabel = "TIME",
                            defaultValue = "20s",
                            converter = KindDuration.class,
                            description = "How long each stays open.")
                    Duration open,
            @Option(
                            names = "--transactions",
                            paramLabel = "N",
                            defaultValue = "5",
                            description = "How many are open at a time.")
                    int transactions) {
        OptionRules rules = new OptionRules(spec);
        rules.between("--open", open, LEAST_OPEN, MOST_OPEN);
        rules.between("--transactions", transactions, 1, MOST_OPEN_AT_ONCE);
        return run("long-transaction", Profile.longTransaction(transactions, open), trial, cluster);
    }

    @Command(
            name = "mixed-sizes",
            description = {
                "Writes payloads from none at all to 900 KB, every order of magnitude alike.",
                MEASURED,
                STATUS
            },
            mixinStandardHelpOptions = true,
            showDefaultValues = true,
            sortOptions = false)
    int mixedSizes(@Mixin TrialOptions trial, @Mixin ClusterOptions cluster) {
        return run("mixed-sizes", Profile.mixedSizes(), trial, cluster);
    }

    private int run(String workload, Profile profile, TrialOptions options, ClusterOptions cluster) {
        TrialPlan plan = options.plan(workload, profile);
        FaultPlan faults = options.faults(plan, cluster);
        Optional<Path> folder = options.report().folder(workload);
        StageNeeds needs = folder.isPresent() ? options.needs().statementTimes() : options.needs();
        Trial trial = new Trial(plan, cluster.stage(this::relayJar, needs), faults);
        folder.ifPresent(to -> trial.watchedBy(new TrialReport(plan, to, System.out)));
        return measure(trial);
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
