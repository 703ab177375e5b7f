package dev.latchkey.lab.load;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The table's sides, and what each of its cells measures.
 *
 * @param rows of a cell's backlog; the second half of it is what counts
 * @param steady load of a cell, after its drain
 * @param report folder for the table as a report
 */
record ScaleOptions(
        List<Integer> nodes,
        List<Integer> shards,
        int lanes,
        int rows,
        int transaction,
        TrialPlan steady,
        Optional<Path> report,
        Path relayJar) {
    ScaleOptions {
        nodes = List.copyOf(nodes);
        shards = List.copyOf(shards);
    }

    String line() {
        return String.format(
                Locale.ROOT,
                "each cell: the second half of a backlog of %,d rows, then %s; %d lane(s) a node",
                rows,
                steady.line(),
                lanes);
    }
}
