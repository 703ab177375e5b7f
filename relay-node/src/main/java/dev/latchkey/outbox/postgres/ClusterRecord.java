package dev.latchkey.outbox.postgres;

import dev.latchkey.failure.RelayFailure;
import dev.latchkey.failure.StopFailure;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the cluster has on record about itself in the database: its shard count, and where its transaction ids are from. Thread-safe. */
public final class ClusterRecord {
    private static final Logger log = LoggerFactory.getLogger(ClusterRecord.class);

    private final DataSource database;
    private final OutboxTable table;
    private final FenceSql sql;

    public ClusterRecord(DataSource database, OutboxTable table) {
        this.database = database;
        this.table = table;
        this.sql = new FenceSql(table);
    }

    /**
     * Writes the record if there is none, and compares it if there is.
     *
     * <p>A system identifier other than the recorded one means that the rows were restored into another database cluster,
     * where the transaction ids stored with them mean nothing: from then on rows up to the sequence's present value are
     * ordered by their numbers alone.
     *
     * @return the highest sequence number whose transaction id isn't to be trusted, 0 when all are
     * @throws StopFailure when the cluster works with another number of shards
     */
    public long establish(int shards) throws RelayFailure {
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            long trustedAfter = establish(connection, shards);
            connection.commit();
            return trustedAfter;
        } catch (SQLException e) {
            throw DatabaseFailures.of("reading the cluster's record", e);
        }
    }

    private long establish(Connection connection, int shards) throws SQLException, StopFailure {
        try (PreparedStatement insert = connection.prepareStatement(
                "insert into %s (shards, system_identifier) select ?, system_identifier from pg_control_system() on conflict do nothing"
                        .formatted(table.relay("relay")))) {
            insert.setInt(1, shards);
            insert.executeUpdate();
        }
        String read = """
                select r.shards, r.xid_trusted_after, r.system_identifier = c.system_identifier
                from %s r, pg_control_system() c for update of r
                """.formatted(table.relay("relay"));
        try (PreparedStatement statement = connection.prepareStatement(read);
                ResultSet result = statement.executeQuery()) {
            result.next();
            if (result.getInt(1) != shards) {
                throw new StopFailure(
                        "shards: %d is configured, but the cluster was set up with %d; configure shards: %d"
                                .formatted(shards, result.getInt(1), result.getInt(1)),
                        null);
            }
            createShards(connection, shards);
            return result.getBoolean(3) ? result.getLong(2) : moved(connection);
        }
    }

    private void createShards(Connection connection, int shards) throws SQLException {
        String create = "insert into %s (shard) select generate_series(0, ?) on conflict do nothing"
                .formatted(table.relay("shard"));
        try (PreparedStatement statement = connection.prepareStatement(create)) {
            statement.setInt(1, shards - 1);
            statement.executeUpdate();
        }
    }

    private long moved(Connection connection) throws SQLException {
        String update = """
                update %s set system_identifier = (select system_identifier from pg_control_system()),
                  recorded_at = now(),
                  xid_trusted_after = coalesce(pg_sequence_last_value(pg_get_serial_sequence(?, ?)::regclass), 0)
                returning xid_trusted_after
                """.formatted(table.relay("relay"));
        try (PreparedStatement statement = connection.prepareStatement(update)) {
            statement.setString(1, table.quoted());
            statement.setString(2, table.columns().seq());
            try (ResultSet result = statement.executeQuery()) {
                result.next();
                long last = result.getLong(1);
                log.warn(
                        "the outbox was restored into another database cluster; rows up to seq {} are ordered by seq alone",
                        last);
                return last;
            }
        }
    }

    /** Shard to node, for the shards that are held. */
    public Map<Integer, String> holders() throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql.holders());
                ResultSet result = statement.executeQuery()) {
            Map<Integer, String> holders = new HashMap<>();
            while (result.next()) {
                holders.put(result.getInt(1), result.getString(2));
            }
            return holders;
        }
    }
}
