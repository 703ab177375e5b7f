package dev.latchkey.outbox.postgres;

import java.time.Duration;

/**
 * How the outbox is read and settled. Immutable.
 *
 * @param stamp true to stamp published rows, false to delete them
 * @param commitTimes true when the database keeps commit times ({@code track_commit_timestamp})
 * @param xidTrustedAfter rows numbered up to this carry transaction ids of another database cluster and are ordered by
 *     their numbers alone
 * @param batchRows most rows of one read
 * @param batchBytes most payload bytes of one read, as stored
 * @param sweepInterval how often a read ignores the floors
 */
public record OutboxOptions(
        boolean stamp,
        boolean commitTimes,
        long xidTrustedAfter,
        int batchRows,
        long batchBytes,
        Duration sweepInterval) {}
