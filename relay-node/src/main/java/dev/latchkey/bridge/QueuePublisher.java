package dev.latchkey.bridge;

import dev.latchkey.failure.RetryableFailure;
import dev.latchkey.publish.Outcome;
import java.util.List;
import java.util.Optional;

/** Where messages go. Used by one thread, but for {@link #blocked}. */
public interface QueuePublisher extends AutoCloseable {
    /** Connects where there is no connection. */
    void open() throws RetryableFailure;

    /** One outcome a message, in their order; returns within a bounded time. */
    List<Outcome> publish(List<QueueMessage> messages);

    /** Why the broker takes nothing at present, if it said so. Thread-safe. */
    Optional<String> blocked();

    /** Gives the connection up; {@link #open} may follow. */
    @Override
    void close();
}
