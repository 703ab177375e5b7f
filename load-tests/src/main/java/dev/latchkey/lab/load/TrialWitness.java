package dev.latchkey.lab.load;

/** Looks on while a trial runs, a report for example. Called by the trial's thread, in the order of these methods. */
interface TrialWitness {
    /** Events begin to flow; the stage is up. */
    default void began(EventFlow flow) {}

    /** The warm-up is over. */
    default void measuring() {}

    /** Everything was judged; the stage is still up. Not called when the trial fails before. */
    default void ended(TrialResult result) {}

    /** The trial is over, well or not. */
    default void close() {}
}
