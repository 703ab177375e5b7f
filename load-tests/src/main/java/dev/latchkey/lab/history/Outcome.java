package dev.latchkey.lab.history;

/** How a transaction ended, as its writer knows it. */
public enum Outcome {
    COMMITTED,
    ROLLED_BACK,
    /** COMMIT was sent and no answer came: it happened or it did not. */
    UNKNOWN
}
