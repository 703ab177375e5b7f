package dev.latchkey.outbox.postgres;

import dev.latchkey.coordination.ShardMap;
import dev.latchkey.failure.RelayFailure;
import dev.latchkey.outbox.ClusterStatus;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/** Reads what the status pages show from the outbox and the relay's tables. Thread-safe. */
public final class StatusReader implements ClusterStatus {
    private final DataSource database;
    private final StatusSql sql;
    private final ShardMap shardMap;
    private final Bounds bounds;

    /**
     * What a status page may cost.
     *
     * @param entries most unsent rows that are looked at, of all shards together
     * @param shown highest count that is told exactly
     * @param timeout of each statement
     */
    public record Bounds(int entries, int shown, Duration timeout) {
        public static final Bounds DEFAULT = new Bounds(1_000_000, 10_000, Duration.ofSeconds(3));
    }

    /**
     * @param database connections with the planner's default settings
     * @param stamp true where published rows are stamped, false where they are deleted
     */
    public StatusReader(DataSource database, OutboxTable table, boolean stamp, ShardMap shardMap, Bounds bounds) {
        this.database = database;
        this.sql = new StatusSql(table, stamp);
        this.shardMap = shardMap;
        this.bounds = bounds;
    }

    @Override
    public List<ShardLine> shards() throws RelayFailure {
        return limited("reading the shards' status", connection -> {
            List<ShardLine> lines = new ArrayList<>();
            try (PreparedStatement statement = connection.prepareStatement(sql.shards());
                    ResultSet result = statement.executeQuery()) {
                while (result.next()) {
                    lines.add(line(result));
                }
            }
            return lines;
        });
    }

    private static ShardLine line(ResultSet result) throws SQLException {
        return new ShardLine(
                result.getInt(1),
                result.getLong(2),
                result.getString(3),
                result.getString(4),
                result.getLong(5),
                result.getString(6),
                (Double) result.getObject(7));
    }

    @Override
    public Map<Integer, Backlog> backlog() throws RelayFailure {
        return limited("counting unsent rows", connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql.backlog())) {
                statement.setInt(1, bounds.entries());
                try (ResultSet result = statement.executeQuery()) {
                    return backlog(result);
                }
            }
        });
    }

    private Map<Integer, Backlog> backlog(ResultSet result) throws SQLException {
        long[] unsent = new long[shardMap.shards()];
        Double[] oldest = new Double[shardMap.shards()];
        long seen = 0;
        while (result.next()) {
            int shard = shardMap.shardOf(result.getInt(1));
            unsent[shard] += result.getLong(2);
            seen += result.getLong(2);
            double age = Math.max(0, result.getDouble(3));
            oldest[shard] = oldest[shard] == null ? age : Math.max(oldest[shard], age);
        }
        boolean cut = seen >= bounds.entries();
        Map<Integer, Backlog> backlog = new HashMap<>();
        for (int shard = 0; shard < unsent.length; shard++) {
            boolean capped = cut || unsent[shard] > bounds.shown();
            backlog.put(shard, new Backlog(Math.min(unsent[shard], bounds.shown()), capped, oldest[shard]));
        }
        return backlog;
    }

    private <T> T limited(String doing, Work<T> work) throws RelayFailure {
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            try (PreparedStatement limit = connection.prepareStatement(sql.limitStatements())) {
                limit.setString(1, bounds.timeout().toMillis() + "ms");
                limit.execute();
                return work.run(connection);
            } finally {
                connection.rollback();
            }
        } catch (SQLException e) {
            throw DatabaseFailures.of(doing, e);
        }
    }

    private interface Work<T> {
        T run(Connection connection) throws SQLException;
    }
}
