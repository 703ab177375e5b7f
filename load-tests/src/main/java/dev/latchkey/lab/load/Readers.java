package dev.latchkey.lab.load;

import dev.latchkey.lab.history.Promise;
import dev.latchkey.lab.observe.EventObserver;
import java.util.OptionalLong;

/** Those who read a stage's events, and what they may expect. For one thread. */
interface Readers extends AutoCloseable {
    void start();

    EventObserver observer();

    /** Records that readers of uncommitted ones saw beyond the committed; empty where a broker has no such thing. */
    OptionalLong beyondCommitted();

    /** What the relay promises them. */
    Promise promise();

    @Override
    void close();
}
