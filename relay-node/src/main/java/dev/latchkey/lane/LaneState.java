package dev.latchkey.lane;

/** What a lane is doing. */
public enum LaneState {
    /** Without an incarnation: about to register one and to open its producer. */
    OPENING,
    /** Reads, publishes and settles. */
    RUNNING,
    /** The database or the broker failed: waits before it goes on, for longer each time. */
    BACKING_OFF,
    /** Its incarnation was fenced or lost track of its last transaction, and has ended; a new one follows. */
    FENCED,
    /** Ended for good with its node. */
    CLOSED
}
