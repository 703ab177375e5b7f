package dev.latchkey.outbox.postgres;

import dev.latchkey.outbox.OutboxEvent;
import java.util.List;

/**
 * What one read saw, with what its snapshot tells about the rows that it could not see.
 *
 * @param rows unsent rows by sequence number
 * @param full true when the read stopped at its bound in rows or bytes; there may be rows beyond the last
 * @param snapshotXmin every transaction with a lower id had ended when the snapshot was taken
 * @param given highest sequence number given out to any writer, at the time of the read
 * @param databaseTime the database's clock, microseconds since 1970
 */
record Window(List<OutboxEvent> rows, boolean full, long snapshotXmin, long given, long databaseTime) {
    long lastSeq() {
        return rows.get(rows.size() - 1).ref().seq();
    }
}
