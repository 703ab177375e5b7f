package dev.latchkey.lab.history;

import java.util.List;
import java.util.UUID;

/**
 * One breach of the promise.
 *
 * @param key of the event concerned, null where it has none
 * @param events the one concerned, or the two of an inversion in the order in which they were seen
 * @param fromNanos when it may have begun: the earliest commit or sighting that it is about
 * @param toNanos the latest of them
 * @param detail times, places and numbers, for a person
 */
public record Anomaly(
        Kind kind, String topic, String key, List<UUID> events, long fromNanos, long toNanos, String detail) {
    /** The ways in which a relay can fail. */
    public enum Kind {
        /** Committed and not seen. */
        LOST,
        /** Seen before an event of its key that had to come first. */
        REORDERED,
        /** Seen although never committed. */
        PHANTOM,
        /** Seen at two places. */
        DUPLICATED,
        /** Seen with another payload. */
        CORRUPTED,
        /** Seen in the wrong topic, with the wrong key, or on another partition than its key. */
        MISROUTED
    }

    @Override
    public String toString() {
        return "%s topic=%s key=%s events=%s: %s".formatted(kind, topic, key, events, detail);
    }
}
