package dev.latchkey.lab.load;

import dev.latchkey.lab.fault.StrikeWatch;

/** What goes wrong during a trial, and when. Whatever it broke is whole again after {@link #close()}. */
interface FaultPlan extends AutoCloseable {
    /** Nothing goes wrong. */
    FaultPlan NONE = new FaultPlan() {
        @Override
        public void start(Stage stage, StrikeWatch watch) {
            // Nothing to do.
        }

        @Override
        public boolean isOver() {
            return true;
        }

        @Override
        public void close() {
            // Nothing to mend.
        }
    };

    /**
     * Begins; called once, when the warm-up is over. Does its work on threads of its own.
     *
     * @param watch told of each fault
     */
    void start(Stage stage, StrikeWatch watch);

    /** Whether all of it has happened; the trial goes on until then. Fails when a fault could not be brought about. */
    boolean isOver();

    /** Ends what is under way. */
    @Override
    void close();
}
