package dev.latchkey.bridge;

import dev.latchkey.failure.RelayFailure;
import java.time.Duration;

/** The table behind the channels. Used by one thread. */
public interface EventTable {
    /**
     * Locks the oldest unpublished rows of a channel, passing over those that somebody else has locked.
     *
     * @param olderThan only rows written longer ago than this
     */
    Claim claim(String channel, Duration olderThan) throws RelayFailure;

    /** Deletes one batch of rows whose time is over. Returns how many; fewer than a batch when no more are to be had. */
    int cleanUp() throws RelayFailure;

    /** Most rows of one cleaning. */
    int cleanUpBatch();

    /** How long the oldest unpublished row of a configured channel has waited; zero where there is none. Cheap. */
    Duration oldestUnpublished() throws RelayFailure;

    /** Unpublished rows, of whatever channel, that are older than the retention; counted up to a limit. Not cheap. */
    long overdue() throws RelayFailure;
}
