package dev.latchkey.publish;

/**
 * What became of a message that was handed to a broker one by one.
 *
 * @param reason in words; empty where all is well
 */
public record Outcome(Kind kind, String reason) {
    /** What is to be done. */
    public enum Kind {
        /** The broker has it, in a queue. */
        CONFIRMED,
        /** No queue takes what is sent there. */
        RETURNED,
        /** The broker said no for now, most often for a full queue. */
        NACKED,
        /** The broker, or the client, will never take this message. */
        REFUSED,
        /** Nothing is known to be wrong with it. It may have arrived if the connection was lost meanwhile. */
        UNSENT
    }

    public static final Outcome CONFIRMED = new Outcome(Kind.CONFIRMED, "");

    public boolean confirmed() {
        return kind == Kind.CONFIRMED;
    }
}
