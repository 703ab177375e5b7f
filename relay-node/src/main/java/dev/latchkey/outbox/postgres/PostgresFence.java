package dev.latchkey.outbox.postgres;

import dev.latchkey.failure.RelayFailure;
import dev.latchkey.failure.StepDownFailure;
import dev.latchkey.outbox.EventRef;
import dev.latchkey.outbox.OwnershipFence;
import dev.latchkey.outbox.ProgressMark;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;

/**
 * The ownership fence in the relay's tables {@code lane} and {@code shard}. Thread-safe.
 *
 * <p>Locks are always taken in the order shard rows, then lane rows, so that two nodes that take from each other don't
 * deadlock. A settle locks its own lane's row only.
 */
public final class PostgresFence implements OwnershipFence {
    private final DataSource database;
    private final FenceSql sql;
    private final OutboxSql outbox;

    public PostgresFence(PostgresOutboxes outboxes, OutboxTable table) {
        this.database = outboxes.database();
        this.sql = new FenceSql(table);
        this.outbox = outboxes.sql();
    }

    @Override
    public void open(String lane, String node, ProgressMark start) throws RelayFailure {
        inTransaction("registering lane " + lane, connection -> {
            try (PreparedStatement forget = connection.prepareStatement(sql.forgetOldLanes())) {
                forget.executeUpdate();
            }
            try (PreparedStatement insert = connection.prepareStatement(sql.openLane())) {
                insert.setString(1, lane);
                insert.setString(2, node);
                insert.setInt(3, start.partition());
                insert.setLong(4, start.offset());
                insert.executeUpdate();
            }
            return null;
        });
    }

    @Override
    public TakeOver takeOver(String lane, Map<Integer, String> wanted) throws RelayFailure {
        return inTransaction("take-over of " + wanted.size() + " shards", connection -> {
            Map<Integer, String> owners = lockShards(connection, wanted.keySet());
            requireUnfenced(connection, lane);
            Set<Integer> taken = new HashSet<>();
            Set<Integer> own = new HashSet<>();
            Set<String> fenced = new HashSet<>();
            owners.forEach((shard, owner) -> {
                String before = wanted.get(shard);
                if (lane.equals(owner)) {
                    own.add(shard);
                } else if (owner == null || before.isEmpty() || before.equals(owner)) {
                    taken.add(shard);
                    if (owner != null) {
                        fenced.add(owner);
                    }
                }
            });
            fence(connection, fenced);
            take(connection, lane, taken);
            taken.addAll(own);
            Set<Integer> refused = new HashSet<>(wanted.keySet());
            refused.removeAll(taken);
            return new TakeOver(grants(connection, taken), refused);
        });
    }

    private Map<Integer, String> lockShards(Connection connection, Set<Integer> shards) throws SQLException {
        Map<Integer, String> owners = new HashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(sql.lockShards())) {
            statement.setArray(1, shardArray(connection, shards));
            try (ResultSet result = statement.executeQuery()) {
                while (result.next()) {
                    owners.put(result.getInt(1), result.getString(2));
                }
            }
        }
        return owners;
    }

    private void requireUnfenced(Connection connection, String lane) throws SQLException, StepDownFailure {
        try (PreparedStatement statement = connection.prepareStatement(sql.lockUnfencedLane())) {
            statement.setString(1, lane);
            try (ResultSet result = statement.executeQuery()) {
                if (!result.next()) {
                    throw new StepDownFailure("lane " + lane + " is fenced in the database", null);
                }
            }
        }
    }

    private void fence(Connection connection, Set<String> lanes) throws SQLException {
        if (lanes.isEmpty()) {
            return;
        }
        try (PreparedStatement statement = connection.prepareStatement(sql.fenceLanes())) {
            statement.setArray(1, connection.createArrayOf("text", lanes.toArray()));
            statement.executeUpdate();
        }
    }

    private void take(Connection connection, String lane, Set<Integer> shards) throws SQLException {
        if (shards.isEmpty()) {
            return;
        }
        try (PreparedStatement statement = connection.prepareStatement(sql.takeShards())) {
            statement.setString(1, lane);
            statement.setArray(2, shardArray(connection, shards));
            statement.executeUpdate();
        }
    }

    private List<Grant> grants(Connection connection, Set<Integer> shards) throws SQLException {
        List<Grant> grants = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(sql.readGrants())) {
            statement.setArray(1, shardArray(connection, shards));
            try (ResultSet result = statement.executeQuery()) {
                while (result.next()) {
                    String doubted = result.getString(3);
                    Doubt doubt = doubted == null
                            ? null
                            : new Doubt(doubted, new ProgressMark(result.getInt(4), result.getLong(5)));
                    grants.add(new Grant(result.getInt(1), result.getLong(2), doubt));
                }
            }
        }
        return grants;
    }

    @Override
    public void resolveDoubt(String lane, String doubted, Set<Integer> shards, Collection<EventRef> published)
            throws RelayFailure {
        inTransaction("recovery of lane " + doubted, connection -> {
            lockShards(connection, shards);
            requireUnfenced(connection, lane);
            try (PreparedStatement settle = connection.prepareStatement(outbox.settleRows())) {
                JdbcStatements.bindRefs(connection, settle, 1, List.copyOf(published));
                settle.executeUpdate();
            }
            try (PreparedStatement clear = connection.prepareStatement(sql.clearDoubt())) {
                clear.setArray(1, shardArray(connection, shards));
                clear.setString(2, lane);
                clear.setString(3, doubted);
                clear.executeUpdate();
            }
            return null;
        });
    }

    @Override
    public void release(String lane, Set<Integer> shards) throws RelayFailure {
        inTransaction("release of " + shards.size() + " shards", connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql.releaseShards())) {
                statement.setArray(1, shardArray(connection, shards));
                statement.setString(2, lane);
                return statement.executeUpdate();
            }
        });
    }

    @Override
    public void report(String lane, List<ShardReport> reports) throws RelayFailure {
        inTransaction("report of " + reports.size() + " shards", connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql.report())) {
                Object[] shards =
                        reports.stream().map(report -> (short) report.shard()).toArray();
                Object[] states = reports.stream().map(ShardReport::state).toArray();
                Object[] published =
                        reports.stream().map(ShardReport::published).toArray();
                Object[] errors = reports.stream().map(ShardReport::lastError).toArray();
                statement.setArray(1, connection.createArrayOf("int2", shards));
                statement.setArray(2, connection.createArrayOf("text", states));
                statement.setArray(3, connection.createArrayOf("int8", published));
                statement.setArray(4, connection.createArrayOf("text", errors));
                statement.setString(5, lane);
                return statement.executeUpdate();
            }
        });
    }

    private static Array shardArray(Connection connection, Collection<Integer> shards) throws SQLException {
        return connection.createArrayOf(
                "int2", shards.stream().map(Integer::shortValue).toArray());
    }

    private <T> T inTransaction(String doing, Work<T> work) throws RelayFailure {
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            try {
                T result = work.run(connection);
                connection.commit();
                return result;
            } catch (SQLException | RelayFailure e) {
                connection.rollback();
                throw e;
            }
        } catch (SQLException e) {
            throw DatabaseFailures.of(doing, e);
        }
    }

    private interface Work<T> {
        T run(Connection connection) throws SQLException, RelayFailure;
    }
}
