package dev.latchkey.outbox.postgres;

import dev.latchkey.outbox.EventRef;
import dev.latchkey.outbox.OutboxEvent;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.UUID;

/** Turns rows of the reading statements into events. */
final class EventRows {
    /** Columns of an event in a reading statement: seq, id, slot, type, key, type, payload, headers, start, committed. */
    private static final int EVENT_COLUMNS = 10;

    private EventRows() {}

    /** Reads the result of {@link OutboxSql#read}, up to the bound in bytes. */
    static RowsRead rows(ResultSet result, RowsRead read, long mostBytes) throws SQLException {
        while (result.next()) {
            OutboxEvent event = event(result, 1);
            long size = result.getLong(1 + EVENT_COLUMNS);
            if (event == null) {
                read.snapshot(result.getLong(1), size, micros(result.getTimestamp(9)));
            } else {
                read.add(event, size, mostBytes);
            }
        }
        return read;
    }

    /** The event that begins at a column, null where the row has none. */
    static OutboxEvent event(ResultSet result, int first) throws SQLException {
        UUID id = result.getObject(first + 1, UUID.class);
        if (id == null) {
            return null;
        }
        Timestamp committed = result.getTimestamp(first + 9);
        return new OutboxEvent(
                new EventRef(result.getLong(first), id),
                result.getInt(first + 2),
                result.getString(first + 3),
                result.getBytes(first + 4),
                result.getString(first + 5),
                result.getBytes(first + 6),
                result.getString(first + 7),
                micros(result.getTimestamp(first + 8)),
                committed == null ? OutboxEvent.COMMIT_TIME_UNKNOWN : micros(committed));
    }

    /** Stored payload bytes of the result up to and including this row. */
    static long bytesThrough(ResultSet result, int first) throws SQLException {
        return result.getLong(first + EVENT_COLUMNS);
    }

    private static long micros(Timestamp time) {
        return Math.floorDiv(time.getTime(), 1000L) * 1_000_000L + time.getNanos() / 1000;
    }
}
