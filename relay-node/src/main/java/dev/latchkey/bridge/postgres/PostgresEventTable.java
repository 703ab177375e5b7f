package dev.latchkey.bridge.postgres;

import dev.latchkey.bridge.Claim;
import dev.latchkey.bridge.EventTable;
import dev.latchkey.failure.RelayFailure;
import dev.latchkey.outbox.postgres.DatabaseFailures;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;

/** The event table in PostgreSQL. Takes a connection for each piece of work. Used by one thread. */
public final class PostgresEventTable implements EventTable {
    /** A number on a dashboard that says "many" does as well as the exact one, and costs less. */
    private static final int MOST_COUNTED = 10_000;

    private final DataSource database;
    private final BridgeSql sql;
    private final Limits limits;
    private final List<String> channels;

    /** Asks the server whether it keeps commit times. */
    public PostgresEventTable(DataSource database, BridgeTable table, Limits limits, List<String> channels)
            throws SQLException {
        this.database = database;
        this.limits = limits;
        this.channels = List.copyOf(channels);
        this.sql = new BridgeSql(table, commitTimes(database));
    }

    private static boolean commitTimes(DataSource database) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select current_setting('track_commit_timestamp')::boolean")) {
            row.next();
            return row.getBoolean(1);
        }
    }

    @Override
    public Claim claim(String channel, Duration olderThan) throws RelayFailure {
        try {
            return PostgresClaim.open(database.getConnection(), sql, limits, channel, olderThan);
        } catch (SQLException e) {
            throw DatabaseFailures.of("claiming rows of channel " + channel, e);
        }
    }

    @Override
    public int cleanUp() throws RelayFailure {
        try (Connection connection = database.getConnection()) {
            int deleted = delete(connection, sql.deletePublished(), limits.cleanUpBatch());
            return limits.cleanUpAll() && deleted < limits.cleanUpBatch()
                    ? deleted + delete(connection, sql.deleteUnpublished(), limits.cleanUpBatch() - deleted)
                    : deleted;
        } catch (SQLException e) {
            throw DatabaseFailures.of("cleaning up the event table", e);
        }
    }

    private int delete(Connection connection, String statement, int limit) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement(statement)) {
            delete.setLong(1, limits.retention().toMillis());
            delete.setInt(2, limit);
            return delete.executeUpdate();
        }
    }

    @Override
    public int cleanUpBatch() {
        return limits.cleanUpBatch();
    }

    @Override
    public Duration oldestUnpublished() throws RelayFailure {
        try (Connection connection = database.getConnection();
                PreparedStatement query = connection.prepareStatement(sql.oldest())) {
            query.setArray(1, connection.createArrayOf("text", channels.toArray()));
            try (ResultSet row = query.executeQuery()) {
                row.next();
                // Null, which is read as 0, where nothing is pending; below 0 where a writer's clock is ahead.
                return Duration.ofMillis(Math.max(0, Math.round(row.getDouble(1) * 1000)));
            }
        } catch (SQLException e) {
            throw DatabaseFailures.of("asking for the oldest unpublished row", e);
        }
    }

    @Override
    public long overdue() throws RelayFailure {
        try (Connection connection = database.getConnection();
                PreparedStatement query = connection.prepareStatement(sql.overdue())) {
            query.setLong(1, limits.retention().toMillis());
            query.setInt(2, MOST_COUNTED);
            try (ResultSet row = query.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        } catch (SQLException e) {
            throw DatabaseFailures.of("counting overdue rows", e);
        }
    }
}
