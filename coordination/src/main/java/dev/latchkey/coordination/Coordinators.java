package dev.latchkey.coordination;

import java.time.Clock;

/** Makes coordinators. */
public final class Coordinators {
    private Coordinators() {}

    /**
     * A coordinator on ZooKeeper, by Curator. Nothing is opened before {@link Coordinator#start}.
     *
     * @param record who holds which shard at the fence; asked only while the node's session is young
     * @param clock the time for the grace, for timestamps and for {@link Coordinator.Connection#lastContact}
     */
    public static Coordinator curator(CoordinationSettings settings, OwnershipRecord record, Clock clock) {
        return new CuratorCoordinator(settings, record, clock);
    }
}
