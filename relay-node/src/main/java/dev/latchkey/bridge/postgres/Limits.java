package dev.latchkey.bridge.postgres;

import java.time.Duration;

/**
 * How much is done at once, and for how long rows are kept.
 *
 * @param claimRows most rows of a claim
 * @param claimBytes most payload bytes of a claim, as text; a single row may exceed them
 * @param cleanUpBatch most rows of one delete
 * @param cleanUpAll whether rows past the retention go though they were never published
 */
public record Limits(int claimRows, long claimBytes, Duration retention, int cleanUpBatch, boolean cleanUpAll) {}
