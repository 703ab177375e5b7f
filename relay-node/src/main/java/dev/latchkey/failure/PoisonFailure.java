package dev.latchkey.failure;

import java.util.UUID;

/** One event can't go as it is: too large, no valid topic, refused by the broker. Its neighbours are not to blame. */
public final class PoisonFailure extends RelayFailure {
    private final transient UUID eventId;
    private final int slot;

    public PoisonFailure(UUID eventId, int slot, String message, Throwable cause) {
        super(message, cause);
        this.eventId = eventId;
        this.slot = slot;
    }

    public UUID eventId() {
        return eventId;
    }

    /** Slot of the event, which tells its shard. */
    public int slot() {
        return slot;
    }
}
