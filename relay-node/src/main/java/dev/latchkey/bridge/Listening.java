package dev.latchkey.bridge;

import dev.latchkey.failure.RelayFailure;
import java.time.Duration;
import java.util.List;

/** A connection that hears the channels. Used by one thread. */
public interface Listening extends AutoCloseable {
    /** Opens such connections. */
    @FunctionalInterface
    interface Source {
        /**
         * Connects and listens to every channel before it returns: rows read afterwards and notifications heard
         * afterwards together miss nothing.
         */
        Listening open() throws RelayFailure;
    }

    /** What was heard, as soon as something is; empty after the limit. */
    List<Notification> await(Duration limit) throws RelayFailure;

    /**
     * Has a notification of its own make the round trip, so that a connection whose other end has vanished is noticed.
     *
     * @return how full the server's queue of notifications is, 0 to 1
     */
    double probe() throws RelayFailure;

    @Override
    void close();
}
