package dev.latchkey.bridge;

import dev.latchkey.failure.RetryableFailure;
import java.util.List;
import java.util.Optional;

/** Where messages go. Used by one thread, but for {@link #blocked}. */
public interface QueuePublisher extends AutoCloseable {
    /** What became of a message. */
    enum Outcome {
        /** The broker has it, in a queue. */
        CONFIRMED,
        /** There is no such queue. */
        RETURNED,
        /** The broker said no, for now: a full queue. */
        NACKED,
        /** The broker will never take this message. */
        REFUSED,
        /** Nothing is known to be wrong with it. It may have arrived when the connection was lost. */
        UNSENT
    }

    /** @param reason in words, for all but CONFIRMED */
    record Answer(Outcome outcome, String reason) {}

    /** Connects where there is no connection. */
    void open() throws RetryableFailure;

    /** One answer a message, in their order; returns within a bounded time. */
    List<Answer> publish(List<QueueMessage> messages);

    /** Why the broker takes nothing at present, if it said so. Thread-safe. */
    Optional<String> blocked();

    /** Gives the connection up; {@link #open} may follow. */
    @Override
    void close();
}
