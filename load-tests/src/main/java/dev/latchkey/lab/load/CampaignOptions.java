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
        int nodes,
        int lanes,
        int batchRows,
        List<Fault> faults,
        Duration healWithin,
        Optional<Path> logs,
        Path relayJar) {

    private static final int[] BATCH_ROWS = {20, 200, 1_000};
    private static final int MOST_LANES = 3;

    static CampaignOptions draw(
            int count, long seed, int nodes, List<Fault> faults, Duration healWithin, Optional<Path> logs, Path jar) {
        SplittableRandom random = new SplittableRandom(seed);
        int lanes = 1 + random.nextInt(MOST_LANES);
        int batchRows = BATCH_ROWS[random.nextInt(BATCH_ROWS.length)];
        return new CampaignOptions(count, seed, nodes, lanes, batchRows, faults, healWithin, logs, jar);
    }

    String line() {
        return String.format(
                Locale.ROOT,
                "%,d faults of %d kinds, seed %d; %d node(s) with %d lane(s), at most %d rows a read",
                count,
                faults.size(),
                seed,
                nodes,
                lanes,
                batchRows);
    }
}
