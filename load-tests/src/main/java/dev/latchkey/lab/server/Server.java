package dev.latchkey.lab.server;

import java.util.OptionalLong;

/** A server that is real, can go and come back, and cleans up after itself. One thread at a time. */
public interface Server extends AutoCloseable {
    /** Returns when clients can be served; does nothing while it runs. Same port and data after a {@link #stop()}. */
    void start();

    /** An orderly stop; the data stays. Does nothing while it is down. */
    void stop();

    /** Stops it and removes its data. */
    @Override
    void close();

    /**
     * The process of its own that it runs as, of which others may be children; empty while it is down and where it has
     * none. From any thread, without waiting for a start or stop under way.
     */
    default OptionalLong pid() {
        return OptionalLong.empty();
    }

    default void restart() {
        stop();
        start();
    }
}
