package dev.latchkey.lab.history;

/** Takes a history as it happens, in no certain order. Thread-safe. */
public interface HistorySink {
    /** Keeps nothing. */
    HistorySink NONE = new HistorySink() {
        @Override
        public void ended(Transaction transaction) {
            // Nobody wants it.
        }

        @Override
        public void saw(Sighting sighting) {
            // Nobody wants it.
        }

        @Override
        public void owned(Ownership ownership) {
            // Nobody wants it.
        }
    };

    void ended(Transaction transaction);

    void saw(Sighting sighting);

    void owned(Ownership ownership);
}
