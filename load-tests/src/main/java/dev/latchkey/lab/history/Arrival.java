package dev.latchkey.lab.history;

/**
 * How long an event took that was seen for the first time.
 *
 * @param nanosSinceCommit since its commit returned; 0 if it was seen before
 * @param nanosSinceDue since the moment at which its commit was due; that of the commit where the writer named none
 */
public record Arrival(long nanosSinceCommit, long nanosSinceDue) {}
