package dev.latchkey.lab.peer;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * One side of a comparison: a relay that takes the rows of the outbox to the broker. One thread at a time.
 *
 * <p>A round is {@link #prepare}, {@link #start}, {@link #stop}, {@link #cleanUp}; the rows may be written from the end of
 * {@code prepare} on. Rounds may follow each other.
 */
public interface Contender extends AutoCloseable {
    String name();

    /** What it is and how it is set, a line each: a comparison is worth what its peer's tuning is worth. */
    List<String> settings();

    /** Creates in the database what it needs to find rows that are written while it is down. */
    void prepare(Connection connection) throws SQLException;

    /** Starts its processes without waiting for them. */
    void start();

    /** Returns when it publishes what is committed from now on; throws, with the end of its log, when it can't. */
    void awaitReady();

    /** Why it will not publish any more; empty while all is well. Asked often, so it has to be cheap. */
    Optional<String> failure();

    /** Ends its processes; returns when they are gone. */
    void stop();

    /** Removes from the database what a round left: its own objects, and the rows of the outbox. It is stopped. */
    void cleanUp(Connection connection) throws SQLException;

    /** Ends what runs and removes its files. */
    @Override
    void close();
}
