package dev.latchkey.lab.load;

import dev.latchkey.lab.history.HistoryRecorder;
import dev.latchkey.lab.history.OpenTransaction;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;

/** The rows of {@link Backlog}, written one transaction after the other and recorded, so that a checker can judge them. */
final class RecordedBacklog {
    static final String TOPIC = "outbox.event.order";
    private static final String RETURNING = " returning id, aggregateid, payload::text";

    private final Connection connection;

    RecordedBacklog(Connection connection) {
        this.connection = connection;
    }

    /** Leaves behind no work that would fall into the measurement. */
    HistoryRecorder fill(int count, int transaction) throws SQLException {
        HistoryRecorder history = new HistoryRecorder();
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            for (int first = 1; first <= count; first += transaction) {
                write(statement, history.begin(), first, (int) Math.min(count, first + (long) transaction - 1));
            }
        } finally {
            connection.setAutoCommit(true);
        }
        Backlog.settleDown(connection);
        return history;
    }

    private void write(Statement statement, OpenTransaction open, int first, int last) throws SQLException {
        try (ResultSet rows = statement.executeQuery(Backlog.insert(first, last) + RETURNING)) {
            while (rows.next()) {
                open.wrote(
                        rows.getObject(1, UUID.class),
                        TOPIC,
                        rows.getString(2),
                        rows.getString(3).getBytes(StandardCharsets.UTF_8));
            }
        }
        open.committing();
        connection.commit();
        open.committed();
    }
}
