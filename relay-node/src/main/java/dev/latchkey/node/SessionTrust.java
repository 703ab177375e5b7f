package dev.latchkey.node;

import dev.latchkey.coordination.Coordinator;
import dev.latchkey.coordination.Coordinator.Connection;
import java.time.Clock;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Whether our session with ZooKeeper is certain enough to go on without a fence: in contact, and the last answer no older
 * than a window that is shorter than the session. Thread-safe.
 */
record SessionTrust(Coordinator coordinator, Duration sessionTimeout, Clock clock) implements BooleanSupplier {
    @Override
    public boolean getAsBoolean() {
        Connection connection = coordinator.connection();
        Duration window = sessionTimeout.multipliedBy(3).dividedBy(4);
        Duration silent = Duration.between(connection.lastContact(), clock.instant());
        return connection.state() == Connection.State.CONNECTED && silent.compareTo(window) < 0;
    }
}
