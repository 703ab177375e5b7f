package dev.latchkey.lab.history;

/** What a relay promises with its broker. */
public enum Promise {
    EXACTLY_ONCE("once and in order"),
    /** Events may come again; in order is then what is seen of each for the first time. */
    AT_LEAST_ONCE("at least once and in order");

    private final String words;

    Promise(String words) {
        this.words = words;
    }

    /** How events arrive where it is kept. */
    public String words() {
        return words;
    }

    boolean allows(Anomaly.Kind kind) {
        return this == AT_LEAST_ONCE && kind == Anomaly.Kind.DUPLICATED;
    }
}
