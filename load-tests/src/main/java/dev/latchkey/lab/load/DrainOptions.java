package dev.latchkey.lab.load;

import java.nio.file.Path;
import java.util.Locale;

/**
 * What to drain, and how.
 *
 * @param transaction rows that a writer commits at a time
 */
record DrainOptions(
        int rows, int transaction, int nodes, int lanes, Delivery delivery, Settle settle, int rounds, Path relayJar) {

    /** As the relay's configuration spells them. */
    enum Delivery {
        exactlyOnce,
        atLeastOnce
    }

    /** As the relay's configuration spells them. */
    enum Settle {
        delete,
        mark
    }

    String line() {
        return String.format(
                Locale.ROOT,
                "%,d rows in transactions of %d; %d node(s) with %d lane(s), %s, settle: %s",
                rows,
                transaction,
                nodes,
                lanes,
                delivery,
                settle);
    }
}
