package dev.latchkey.outbox.postgres;

/**
 * The way from one lane to a server, and the place where everything happens to the lane: while a request is under way
 * others may act, the lane's process may be killed (an Error passes through the lane), and the request or its answer may
 * get lost.
 */
public interface SimulatedLink {
    /** Before the server has done anything. */
    void request(String call) throws Lost;

    /** After the server has done it. */
    void answer(String call) throws Lost;

    /** Inside the server: writers may go on between two of its own steps. */
    void meanwhile();

    /** The connection broke; whoever asked can't tell what was done. */
    final class Lost extends Exception {
        private static final long serialVersionUID = 1L;

        public Lost(String call) {
            super("connection lost during " + call, null, false, false);
        }
    }
}
