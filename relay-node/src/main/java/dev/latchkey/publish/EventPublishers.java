package dev.latchkey.publish;

import dev.latchkey.failure.RelayFailure;
import java.time.Duration;
import java.util.Optional;

/** A broker, from which each incarnation of a lane gets a publisher. Thread-safe. */
public interface EventPublishers extends AutoCloseable {
    /** A publisher for a new incarnation, known to the broker by the lane's id. */
    EventPublisher forLane(String lane) throws RelayFailure;

    /** What is wrong with the broker, if anything. */
    Optional<String> problem(Duration limit);

    /** Ends within a bounded time. */
    @Override
    void close();
}
