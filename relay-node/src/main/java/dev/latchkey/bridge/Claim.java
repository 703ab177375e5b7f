package dev.latchkey.bridge;

import dev.latchkey.failure.RelayFailure;
import java.util.List;

/** Rows of one channel, locked in a transaction that stays open while they are published. Used by one thread. */
public interface Claim extends AutoCloseable {
    /** In the order in which they are to be published: by commit time where the server keeps it, else by id. */
    List<EventRow> rows();

    /** Whether there may be more rows than were claimed. */
    boolean more();

    /**
     * Stamps the published rows, moves the refused ones out of the table, and commits. Rows in neither list stay as they
     * were.
     */
    void settle(List<Long> published, List<RefusedRow> refused) throws RelayFailure;

    /** Gives up what is not settled. Never throws: a transaction on a lost connection is rolled back by the server. */
    @Override
    void close();
}
