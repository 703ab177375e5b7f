package dev.latchkey.outbox.postgres;

import dev.latchkey.failure.RelayFailure;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/**
 * Deletes stamped rows whose retention is over, by the database's clock. Rows that are not stamped are never touched,
 * however old. Thread-safe; several at once share the work.
 */
public final class RetentionCleanup {
    private final DataSource database;
    private final StatusSql sql;
    private final Retention retention;

    /**
     * How long stamped rows stay, and how they are removed.
     *
     * @param keep how long a row stays after it was published
     * @param interval pause between two runs
     * @param batch most rows of one delete, each a transaction of its own
     */
    public record Retention(Duration keep, Duration interval, int batch) {}

    public RetentionCleanup(DataSource database, OutboxTable table, Retention retention) {
        this.database = database;
        this.sql = new StatusSql(table, true);
        this.retention = retention;
    }

    /**
     * Deletes one batch.
     *
     * @return rows deleted; fewer than a batch when no more are to be had now
     */
    public int deleteBatch() throws RelayFailure {
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql.deleteExpired())) {
            statement.setLong(1, retention.keep().toMillis());
            statement.setInt(2, retention.batch());
            return statement.executeUpdate();
        } catch (SQLException e) {
            throw DatabaseFailures.of("cleaning up published rows", e);
        }
    }
}
