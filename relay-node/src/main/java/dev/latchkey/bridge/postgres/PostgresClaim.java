package dev.latchkey.bridge.postgres;

import dev.latchkey.bridge.Claim;
import dev.latchkey.bridge.EventRow;
import dev.latchkey.bridge.RefusedRow;
import dev.latchkey.failure.RelayFailure;
import dev.latchkey.outbox.postgres.DatabaseFailures;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Locked rows in an open transaction, on a connection that is given back at the end. Used by one thread. */
final class PostgresClaim implements Claim {
    private static final Logger log = LoggerFactory.getLogger(PostgresClaim.class);

    private final Connection connection;
    private final BridgeSql sql;
    private List<EventRow> rows = List.of();
    private boolean more;

    private PostgresClaim(Connection connection, BridgeSql sql) {
        this.connection = connection;
        this.sql = sql;
    }

    /** Owns the connection from here on, also when it fails. */
    static PostgresClaim open(Connection connection, BridgeSql sql, Limits limits, String channel, Duration olderThan)
            throws SQLException {
        PostgresClaim claim = new PostgresClaim(connection, sql);
        try {
            connection.setAutoCommit(false);
            claim.lock(limits, channel, olderThan);
            return claim;
        } catch (SQLException e) {
            claim.close();
            throw e;
        }
    }

    private void lock(Limits limits, String channel, Duration olderThan) throws SQLException {
        List<Long> chosen = new ArrayList<>();
        int locked = 0;
        long bytes = 0;
        try (PreparedStatement query = connection.prepareStatement(sql.claim())) {
            query.setString(1, channel);
            query.setLong(2, olderThan.toMillis());
            query.setLong(3, olderThan.toMillis());
            query.setInt(4, limits.claimRows());
            try (ResultSet result = query.executeQuery()) {
                while (result.next()) {
                    locked++;
                    bytes += result.getLong(2);
                    if (chosen.isEmpty() || bytes <= limits.claimBytes()) {
                        chosen.add(result.getLong(1));
                    }
                }
            }
        }
        more = locked == limits.claimRows() || chosen.size() < locked;
        if (!chosen.isEmpty()) {
            read(chosen);
        }
    }

    private void read(List<Long> ids) throws SQLException {
        Map<Long, EventRow> byId = new HashMap<>();
        try (PreparedStatement query = connection.prepareStatement(sql.payloads())) {
            query.setArray(1, connection.createArrayOf("bigint", ids.toArray()));
            try (ResultSet result = query.executeQuery()) {
                while (result.next()) {
                    byId.put(result.getLong(1), new EventRow(result.getLong(1), result.getString(2)));
                }
            }
        }
        rows = ids.stream().map(byId::get).toList();
    }

    @Override
    public List<EventRow> rows() {
        return rows;
    }

    @Override
    public boolean more() {
        return more;
    }

    @Override
    public void settle(List<Long> published, List<RefusedRow> refused) throws RelayFailure {
        try {
            stamp(published);
            for (RefusedRow row : refused) {
                park(row);
            }
            connection.commit();
        } catch (SQLException e) {
            throw DatabaseFailures.of("stamping %d published rows".formatted(published.size()), e);
        }
    }

    private void stamp(List<Long> ids) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(sql.stamp())) {
            update.setArray(1, connection.createArrayOf("bigint", ids.toArray()));
            update.executeUpdate();
        }
    }

    private void park(RefusedRow row) throws SQLException {
        try (PreparedStatement move = connection.prepareStatement(sql.park())) {
            move.setLong(1, row.id());
            move.setString(2, row.reason());
            move.executeUpdate();
        }
    }

    @Override
    public void close() {
        try (connection) {
            connection.rollback();
            connection.setAutoCommit(true);
        } catch (SQLException e) {
            log.debug("a claim's connection was lost: {}", e.getMessage());
        }
    }
}
