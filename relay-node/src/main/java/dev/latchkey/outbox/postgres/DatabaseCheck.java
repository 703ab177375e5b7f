package dev.latchkey.outbox.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import javax.sql.DataSource;

/**
 * Asks whether the database answers and takes writes: after a failover a client may find itself on a standby, where reads
 * succeed and nothing can be settled. Thread-safe; waits for a connection as long as the pool does.
 */
public record DatabaseCheck(DataSource database, Duration limit) implements Supplier<Optional<String>> {
    /** What is wrong, if anything. */
    @Override
    public Optional<String> get() {
        String sql = "select pg_is_in_recovery(), current_setting('transaction_read_only') = 'on'";
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setQueryTimeout(Math.max(1, (int) limit.toSeconds()));
            try (ResultSet result = statement.executeQuery()) {
                result.next();
                return refusal(result.getBoolean(1), result.getBoolean(2));
            }
        } catch (SQLException e) {
            return Optional.of("doesn't answer (SQLSTATE %s): %s".formatted(e.getSQLState(), e.getMessage()));
        }
    }

    private static Optional<String> refusal(boolean standby, boolean readOnly) {
        if (standby) {
            return Optional.of("is a standby, which takes no writes");
        }
        return readOnly ? Optional.of("is read-only (default_transaction_read_only)") : Optional.empty();
    }
}
