package dev.latchkey.outbox;

import dev.latchkey.failure.PoisonFailure;

/**
 * A committed event as it stands in the outbox. The arrays are not copied; nobody changes them.
 *
 * @param ref which row it is
 * @param slot hash value of its key, 0 to 255
 * @param aggregateType routing value, null where the row has none
 * @param key the aggregate id as UTF-8 text, null where the row has none
 * @param type event type, null where the row has none
 * @param payload the payload's exact bytes (text as UTF-8), null for SQL NULL
 * @param headers further message headers as the text of a JSON object, or null
 * @param transactionStart when the writer's transaction began, by the database's clock, microseconds since 1970
 * @param committed when it was committed, likewise; {@link #COMMIT_TIME_UNKNOWN} where the database doesn't know
 */
public record OutboxEvent(
        EventRef ref,
        int slot,
        String aggregateType,
        byte[] key,
        String type,
        byte[] payload,
        String headers,
        long transactionStart,
        long committed) {
    /** Sorts before every commit time: a row without one is older than all that have one. */
    public static final long COMMIT_TIME_UNKNOWN = Long.MIN_VALUE;

    /** The same event with the payload that its row holds. */
    public OutboxEvent withPayload(byte[] other) {
        return new OutboxEvent(ref, slot, aggregateType, key, type, other, headers, transactionStart, committed);
    }

    /** The failure that says that this event can't go as it is. */
    public PoisonFailure poison(String why, Throwable cause) {
        return new PoisonFailure(ref.id(), slot, this + " can't be published: " + why, cause);
    }

    @Override
    public String toString() {
        return "event " + ref.id() + " (seq " + ref.seq() + ", slot " + slot + ")";
    }
}
