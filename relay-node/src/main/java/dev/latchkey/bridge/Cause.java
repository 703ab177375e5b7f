package dev.latchkey.bridge;

/** Why a channel's rows are looked for, from the narrowest to the widest look. */
public enum Cause {
    /** Only rows that were left for longer than the stuck age. */
    SWEEP,
    /** A notification was heard. */
    LIVE,
    /** The connection was down: whatever was notified meanwhile went unheard. */
    CATCH_UP;

    /** The one that finds all that either would. */
    Cause or(Cause other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
