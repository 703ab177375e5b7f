package dev.latchkey.lab.peer;

/** What a polling publisher does after a batch. */
public enum PollingPace {
    /** Waits only where the batch wasn't full: kinder to it than the plain loop, which never gets beyond its pace. */
    whenIdle,
    /** Waits its interval after every batch, as the plain loop does: a batch an interval is all it can do. */
    always
}
