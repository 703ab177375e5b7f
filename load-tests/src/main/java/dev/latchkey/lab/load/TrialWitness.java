package dev.latchkey.lab.load;

import dev.latchkey.lab.fault.Strike;

/** Looks on while a trial runs, a report for example. Called by the trial's thread, in the order of these
 * methods, where nothing else is said. */
interface TrialWitness {
    /** Events begin to flow; the stage is up. */
    default void began(EventFlow flow) {}

    /** The warm-up is over. */
    default void measuring() {}

    /** A fault strikes; from any thread. */
    default void struck(Strike strike) {}

    /** What it broke is mended; from any thread. */
    default void mended(Strike strike) {}

    /** Everything was judged; the stage is still up. Not called when the trial fails before. */
    default void ended(TrialResult result) {}

    /** The trial is over, well or not. */
    default void close() {}
}
