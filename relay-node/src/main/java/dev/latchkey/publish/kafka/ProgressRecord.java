package dev.latchkey.publish.kafka;

import dev.latchkey.outbox.EventRef;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** The value of a progress record: one version byte, then 24 bytes an event (sequence number, event id). */
final class ProgressRecord {
    private static final byte VERSION = 1;
    private static final int EVENT_BYTES = 3 * Long.BYTES;

    private ProgressRecord() {}

    static byte[] encode(List<EventRef> events) {
        ByteBuffer buffer = ByteBuffer.allocate(1 + events.size() * EVENT_BYTES).put(VERSION);
        for (EventRef event : events) {
            buffer.putLong(event.seq())
                    .putLong(event.id().getMostSignificantBits())
                    .putLong(event.id().getLeastSignificantBits());
        }
        return buffer.array();
    }

    /** @throws IllegalArgumentException when a newer version of the software wrote it */
    static List<EventRef> decode(byte[] value) {
        ByteBuffer buffer = ByteBuffer.wrap(value);
        byte version = buffer.get();
        if (version != VERSION) {
            throw new IllegalArgumentException(
                    "progress record of version " + version + ", this node reads " + VERSION);
        }
        List<EventRef> events = new ArrayList<>(buffer.remaining() / EVENT_BYTES);
        while (buffer.hasRemaining()) {
            events.add(new EventRef(buffer.getLong(), new UUID(buffer.getLong(), buffer.getLong())));
        }
        return events;
    }
}
