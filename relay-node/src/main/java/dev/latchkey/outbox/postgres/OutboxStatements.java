package dev.latchkey.outbox.postgres;

import dev.latchkey.outbox.EventRef;
import dev.latchkey.outbox.OutboxEvent;
import dev.latchkey.outbox.ProgressMark;
import java.sql.SQLException;
import java.util.List;
import java.util.OptionalLong;

/**
 * What a lane asks of the database: one statement a method, each in a transaction of its own. What may be published, and
 * from where to read, is decided by {@link PostgresOutbox}. Used by the lane's thread only.
 */
interface OutboxStatements {
    /** The next unsent rows of some slots, by number, and the state of the snapshot that they were seen in. */
    Window read(SlotSet slots, long from, int rows, long bytes) throws SQLException;

    /**
     * The numbers of the unsent rows that a window of so many rows allows to go, in publishing order.
     *
     * @param most numbers to return
     */
    long[] widen(SlotSet slots, long from, long window, int most) throws SQLException;

    /** The unsent rows with the given numbers, in the order given, up to the bound in bytes. */
    Fetched fetch(SlotSet slots, Long[] seqs, long bytes) throws SQLException;

    /**
     * Settles rows and moves the lane's mark.
     *
     * @return the transaction's id; empty when the lane is fenced, and then nothing was changed
     */
    OptionalLong settle(List<EventRef> published, ProgressMark mark) throws SQLException;

    /** The id of a new transaction that does nothing else. */
    long transactionId() throws SQLException;

    /** Name of the sequence behind the numbers, quoted and schema-qualified. */
    String sequence();

    /** How many numbers a session draws from that sequence at once. */
    long sequenceCache() throws SQLException;

    /**
     * Rows found for a list of numbers.
     *
     * @param reached how many of the numbers the found rows cover; those beyond the last row were not found or not looked at
     * @param full true when the bound in bytes was reached
     */
    record Fetched(List<OutboxEvent> events, int reached, boolean full) {}
}
