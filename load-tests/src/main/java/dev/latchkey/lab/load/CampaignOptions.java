package dev.latchkey.lab.load;

import dev.latchkey.lab.fault.Fault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * What a campaign does. Everything that is drawn comes from the seed.
 *
 * @param count of faults
 * @param faults to draw from
 * @param healWithin after the end of a fault all nodes are ready and all that was committed has arrived within this time
 * @param logs where the nodes' logs go when it fails
 */
record CampaignOptions(
        int count,
        long seed,
        ClusterShape shape,
        int batchRows,
        List<Fault> faults,
        Duration healWithin,
        Optional<Path> logs,
        Path relayJar) {

    private static final int[] BATCH_ROWS = {20, 200, 1_000};

    static CampaignOptions draw(
            int count,
            long seed,
            ClusterShape shape,
            List<Fault> faults,
            Duration healWithin,
            Optional<Path> logs,
            Path jar) {
        int batchRows = BATCH_ROWS[new SplittableRandom(seed).nextInt(BATCH_ROWS.length)];
        return new CampaignOptions(count, seed, shape, batchRows, faults, healWithin, logs, jar);
    }

    StageNeeds needs() {
        boolean clocks = faults.stream().anyMatch(fault -> fault.part() == Fault.Part.CLOCK);
        return StageNeeds.plain()
                .statementTimes()
                .faults(clocks ? StageNeeds.Faulty.LINKS_AND_CLOCKS : StageNeeds.Faulty.LINKS)
                .configure(config -> config.set("/poll/batchRows", batchRows));
    }

    String line() {
        return String.format(
                Locale.ROOT,
                "%,d faults of %d kinds, seed %d; %s, at most %,d rows a read",
                count,
                faults.size(),
                seed,
                shape.line(),
                batchRows);
    }
}
