package dev.latchkey.lab.fault;

/** Is told when a fault strikes and when the world is whole again; from any thread. */
public interface StrikeWatch {
    /** For strikes that nobody watches. */
    StrikeWatch NOBODY = new StrikeWatch() {
        @Override
        public void begins(Strike strike) {
            // Nobody asked.
        }

        @Override
        public void isOver(Strike strike) {
            // Nobody asked.
        }
    };

    void begins(Strike strike);

    /** What was broken is mended, though the relay need not have recovered. Not called when mending failed. */
    void isOver(Strike strike);
}
