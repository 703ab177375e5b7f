package dev.latchkey.lab.load;

import dev.latchkey.lab.demo.KindDuration;
import dev.latchkey.lab.peer.Contender;
import dev.latchkey.lab.peer.PeerTarget;
import dev.latchkey.lab.peer.PollingPace;
import dev.latchkey.lab.peer.PollingSettings;
import java.time.Duration;
import picocli.CommandLine.Option;

/** What the comparing commands have in common. */
final class RivalOptions {
    private static final int MOST_WORKERS = 16;
    private static final int MOST_ROUNDS = 20;
    static final int ROUNDS = 2;
    private static final Duration MOST_INTERVAL = Duration.ofMinutes(1);

    @Option(
            names = "--vs",
            paramLabel = "PEER",
            description = "Compare with a peer, in turn, on the same servers, table and rows: one of"
                    + " ${COMPLETION-CANDIDATES}. Debezium is fetched by Maven the first time, some 40 MB.")
    private Rival rival;

    @Option(
            names = "--polling-interval",
            paramLabel = "TIME",
            defaultValue = "1s",
            converter = KindDuration.class,
            description = "--vs polling: how long its loop waits.")
    private Duration interval;

    @Option(
            names = "--polling-waits",
            paramLabel = "WHEN",
            defaultValue = "whenIdle",
            description = "--vs polling: one of ${COMPLETION-CANDIDATES}. Always is the plain loop, which is bound to a"
                    + " batch of 100 an interval; whenIdle goes on at once after a full batch.")
    private PollingPace pace;

    @Option(
            names = "--polling-workers",
            paramLabel = "N",
            defaultValue = "1",
            description = "--vs polling: threads that share the table.")
    private int workers;

    boolean isAsked() {
        return rival != null;
    }

    /** @param warmUpRows of each side in each round */
    Scenario drain(DrainOptions options, int warmUpRows, OptionRules rules) {
        check(options.rounds(), rules);
        rules.between("--warm-up-rows", warmUpRows, 0, DrainCommand.MOST_ROWS);
        rules.fitsMemory((long) warmUpRows + options.rows());
        return new DrainComparison(options, warmUpRows, this);
    }

    /** @param rounds of each side */
    void check(int rounds, OptionRules rules) {
        rules.between("--rounds", rounds, 1, MOST_ROUNDS);
        rules.between("--polling-workers", workers, 1, MOST_WORKERS);
        rules.between("--polling-interval", interval, Duration.ZERO, MOST_INTERVAL);
    }

    Contender on(PeerTarget target) {
        return rival.on(
                target, new PollingSettings(workers, PollingSettings.defaults().batch(), interval, pace));
    }
}
