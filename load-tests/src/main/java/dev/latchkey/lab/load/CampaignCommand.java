package dev.latchkey.lab.load;

import dev.latchkey.lab.demo.KindDuration;
import dev.latchkey.lab.fault.Fault;
import dev.latchkey.lab.fault.Faults;
import dev.latchkey.lab.fault.NodeClocks;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code load campaign}: checks what was asked for and runs it. */
@Command(
        name = "campaign",
        description = {
            "Writes orders and their events in changing ways while one random fault after the other strikes nodes, servers"
                    + " and the links between them, now and then two at once. After each one events must flow again"
                    + " within a limit; every ten rounds a checker judges all that was written and seen.",
            "The seed reproduces faults, times, victims and workload. It ends at the first breach.",
            "Exit status: 0 no fault of the relay, 1 failed or a fault, 2 wrong usage."
        },
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        sortOptions = false)
final class CampaignCommand implements Callable<Integer> {
    private static final int MOST_FAULTS = 100_000;
    private static final Duration LEAST_HEALING = Duration.ofSeconds(5);
    private static final Duration MOST_HEALING = Duration.ofMinutes(10);

    @Spec
    private CommandSpec spec;

    @ParentCommand
    private LoadCommand load;

    @Option(names = "--faults", paramLabel = "N", defaultValue = "20", description = "How many faults.")
    private int faults;

    @Option(names = "--seed", paramLabel = "S", defaultValue = "1", description = "Of everything that is drawn.")
    private long seed;

    @Option(
            names = "--only",
            paramLabel = "NAME",
            split = ",",
            description = "Draw from these faults only; see --list.")
    private List<String> only = List.of();

    @Mixin
    private ClusterOptions cluster;

    @Mixin
    private ReportOptions report;

    @Option(
            names = "--heal-within",
            paramLabel = "TIME",
            defaultValue = "60s",
            converter = KindDuration.class,
            description =
                    "After a fault every node is ready within this time, and what was committed keeps arriving: it"
                            + " never stands still for this long.")
    private Duration healWithin;

    @Option(names = "--logs", paramLabel = "DIR", description = "Where the nodes' logs go when the campaign fails.")
    private Path logs;

    @Option(names = "--list", description = "Print every fault with its goal and end.")
    private boolean list;

    @Override
    public Integer call() {
        if (list) {
            Faults.all().forEach(fault -> System.out.printf("%-22s %s%n", fault.name(), fault.goal()));
            return ExitCode.OK;
        }
        OptionRules rules = new OptionRules(spec);
        rules.between("--faults", faults, 1, MOST_FAULTS);
        if (!cluster.isOwn()) {
            throw wrong(
                    "a campaign breaks servers: it has its own, and takes neither given ones nor the URLs of nodes");
        }
        if (cluster.choosesSink()) {
            throw wrong("a campaign is into Kafka, exactly once: leave out --sink");
        }
        rules.between("--heal-within", healWithin, LEAST_HEALING, MOST_HEALING);
        CampaignOptions options = CampaignOptions.draw(
                faults, seed, cluster.shape(), chosen(), healWithin, Optional.ofNullable(logs), load.relayJar());
        CampaignReport written = new CampaignReport(options, report.folderOrDefault("campaign"), System.out);
        return load.measure(new Campaign(options, written));
    }

    private List<Fault> chosen() {
        if (!only.isEmpty()) {
            return only.stream().map(this::named).toList();
        }
        if (!NodeClocks.areSettable()) {
            System.out.println("clocks are left alone: libfaketime is not installed");
        }
        return Faults.possible();
    }

    private Fault named(String name) {
        try {
            return Faults.named(name);
        } catch (IllegalArgumentException e) {
            throw wrong("--only: " + e.getMessage());
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
