package dev.latchkey.outbox.postgres;

/**
 * A mistake that the simulated servers make on purpose, so that a lane behaves as if its own rule were missing. The
 * simulation must find each of them.
 */
public enum PlantedBug {
    NONE,
    /** A full window claims that all behind it is later than anything in it, so all of it is published at once. */
    NO_BACKLOG_BOUND,
    /** The snapshot claims that no transaction is open, so a floor passes numbers that are still to come. */
    FLOOR_RAISED_TOO_EARLY,
    /** A recovery reads without having fenced the former producer. */
    NO_FENCE_AT_TAKEOVER,
    /** A recovery fences, and says that nothing was published. */
    RECOVERY_SKIPPED,
    /** A shard taken from a taker that died halfway remembers that taker, not the lane before it. */
    DOUBT_FORGOTTEN,
    /** A shard is given up when the order comes, whatever of it is in flight. */
    RELEASED_BEFORE_SETTLED,
    /** A sequence that nobody has used yet claims to have given its first number out. */
    UNUSED_NUMBER_TAKEN_AS_GIVEN
}
