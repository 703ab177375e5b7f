package dev.latchkey.outbox.postgres;

import dev.latchkey.outbox.OutboxEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What {@link OutboxSql#read} found, before the payloads that it left out are there. For one read and one thread. */
final class RowsRead {
    private final int most;
    private final long largestInline;
    private final List<OutboxEvent> events = new ArrayList<>();
    private final List<Long> large = new ArrayList<>();
    private long bytes;
    private boolean full;
    private long snapshotXmin;
    private long given;
    private long databaseTime;

    /**
     * @param most rows that were asked for
     * @param largestInline a payload above it, in stored bytes, was left out
     */
    RowsRead(int most, long largestInline) {
        this.most = most;
        this.largestInline = largestInline;
    }

    void snapshot(long xmin, long highestGiven, long time) {
        snapshotXmin = xmin;
        given = highestGiven;
        databaseTime = time;
    }

    /** Takes a row in unless those before it have filled the bound in bytes. */
    void add(OutboxEvent event, long size, long mostBytes) {
        if (full) {
            return;
        }
        events.add(event);
        if (size > largestInline) {
            large.add(event.ref().seq());
        }
        bytes += size;
        full = bytes >= mostBytes || events.size() == most;
    }

    /** Numbers of the rows whose payloads were left out. */
    List<Long> large() {
        return large;
    }

    /** @param payloads of the rows whose payloads were left out, by number */
    Window window(Map<Long, byte[]> payloads) {
        events.replaceAll(event -> payloads.containsKey(event.ref().seq())
                ? event.withPayload(payloads.get(event.ref().seq()))
                : event);
        return new Window(events, full, snapshotXmin, given, databaseTime);
    }
}
