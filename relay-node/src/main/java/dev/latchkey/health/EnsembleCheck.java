package dev.latchkey.health;

import dev.latchkey.coordination.Coordinator;
import dev.latchkey.coordination.Coordinator.Connection;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/** Whether the node is in contact with ZooKeeper. Asks nobody, so it never blocks. Thread-safe. */
public record EnsembleCheck(Coordinator coordinator, Clock clock) {
    /** What is wrong, if anything. */
    public Optional<String> problem() {
        Connection connection = coordinator.connection();
        long seconds = Math.max(
                0, Duration.between(connection.since(), clock.instant()).toSeconds());
        return switch (connection.state()) {
            case CONNECTED -> Optional.empty();
            case CONNECTING -> Optional.of("not connected since start, %d s ago".formatted(seconds));
            case SUSPENDED -> Optional.of("contact lost %d s ago, the session may still live".formatted(seconds));
            case LOST -> Optional.of("session lost %d s ago".formatted(seconds));
        };
    }
}
