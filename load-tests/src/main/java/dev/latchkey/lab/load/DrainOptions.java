package dev.latchkey.lab.load;

import dev.latchkey.lab.cluster.NodeConfig;
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

    void configure(NodeConfig config) {
        config.set("/sink/delivery", delivery.name()).set("/outbox/settle", settle.name());
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
