package dev.latchkey.lab.demo;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code demo}: checks what was asked for and runs it. */
@Command(
        name = "demo",
        description = {
            "Starts PostgreSQL, Kafka, three ZooKeeper servers and relay nodes on this machine, writes orders and their"
                    + " events, shows who owns which shards, and judges at the end whether every committed event"
                    + " arrived once and in order.",
            "Exit status: 0 no fault, 1 a fault or no start, 2 wrong usage."
        },
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        sortOptions = false)
public final class DemoCommand implements Callable<Integer> {
    private static final int MOST_NODES = 9;
    private static final int MOST_SHARDS = 256;
    private static final int MOST_EVENTS_PER_SECOND = 50_000;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--for",
            paramLabel = "TIME",
            converter = KindDuration.class,
            description = "How long to write, e.g. 60s or 2m (default: until Ctrl-C).")
    private Duration runFor;

    @Option(names = "--rate", paramLabel = "N", defaultValue = "500", description = "Events written a second.")
    private int rate;

    @Option(names = "--nodes", paramLabel = "N", defaultValue = "3", description = "Relay nodes.")
    private int nodes;

    @Option(names = "--shards", paramLabel = "N", defaultValue = "16", description = "Shards of the outbox.")
    private int shards;

    @Option(
            names = "--kill-every",
            paramLabel = "TIME",
            converter = KindDuration.class,
            description = "Kill a random node this often (kill -9) and start it again after a few seconds.")
    private Duration killEvery;

    @Option(
            names = "--bridge",
            description =
                    "The bridge from pg_notify to RabbitMQ instead: five channels, and its listening connection killed"
                            + " every few seconds. Needs an installed RabbitMQ.")
    private boolean bridge;

    @Option(
            names = "--relay-jar",
            paramLabel = "FILE",
            description = "The relay's jar (default: the one that the build left in relay-node/target).")
    private Path relayJar;

    @Override
    public Integer call() {
        DemoOptions options = options();
        return bridge
                ? new BridgeDemo(options, Interrupt.install(), System.out).run()
                : new Demo(options, Interrupt.install(), System.out).run();
    }

    private DemoOptions options() {
        between("--rate", rate, MOST_EVENTS_PER_SECOND);
        between("--nodes", nodes, MOST_NODES);
        between("--shards", shards, MOST_SHARDS);
        if (bridge) {
            refuseWithBridge("--nodes", "--shards", "--kill-every");
        }
        positive("--for", runFor);
        positive("--kill-every", killEvery);
        return new DemoOptions(Optional.ofNullable(runFor), rate, nodes, shards, Optional.ofNullable(killEvery), jar());
    }

    private Path jar() {
        Path jar = Optional.ofNullable(relayJar)
                .or(RelayJar::find)
                .orElseThrow(
                        () -> wrong("no relay jar in relay-node/target: build it (mvn package) or give --relay-jar"));
        if (!Files.isRegularFile(jar)) {
            throw wrong("--relay-jar: there is no file " + jar);
        }
        return jar;
    }

    private void refuseWithBridge(String... options) {
        for (String option : options) {
            if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
                throw wrong(option + " is for a cluster of relay nodes; leave it out with --bridge");
            }
        }
    }

    private void between(String option, int value, int most) {
        if (value < 1 || value > most) {
            throw wrong("%s must be from 1 to %d, not %d".formatted(option, most, value));
        }
    }

    private void positive(String option, Duration value) {
        if (value != null && value.isZero()) {
            throw wrong(option + " must be longer than nothing");
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
