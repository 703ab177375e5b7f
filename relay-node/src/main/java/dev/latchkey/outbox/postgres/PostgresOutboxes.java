package dev.latchkey.outbox.postgres;

import dev.latchkey.coordination.ShardMap;
import dev.latchkey.outbox.Outbox;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.function.LongSupplier;
import javax.sql.DataSource;

/** Opens the outbox for each incarnation of a lane. Thread-safe. */
public record PostgresOutboxes(
        DataSource database, OutboxSql sql, OutboxOptions options, ShardMap shardMap, OutboxAlarms alarms) {

    /**
     * Makes ready to read a checked table.
     *
     * @param database connections prepared with {@link #SESSION_SETTINGS}
     */
    public static PostgresOutboxes open(
            DataSource database, OutboxTable table, OutboxOptions options, ShardMap shardMap, OutboxAlarms alarms)
            throws SQLException {
        String sql = """
                select pg_get_serial_sequence(?, ?),
                       (select atttypid::regtype::text from pg_attribute where attrelid = ?::regclass and attname = ?)
                """;
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, table.quoted());
            statement.setString(2, table.columns().seq());
            statement.setString(3, table.quoted());
            statement.setString(4, table.columns().payload());
            try (ResultSet result = statement.executeQuery()) {
                result.next();
                OutboxSql statements = new OutboxSql(table, options, result.getString(1), result.getString(2));
                return new PostgresOutboxes(database, statements, options, shardMap, alarms);
            }
        }
    }

    /**
     * What a lane's connections are set to, so that a plan never hangs on the table's statistics: on a freshly emptied
     * table the planner would choose a sequential scan and a sort. A node that is paused within a transaction of the fence
     * must not keep its shard rows locked: the server ends that transaction.
     */
    public static final String SESSION_SETTINGS = """
            set enable_seqscan = off; set enable_bitmapscan = off; set enable_sort = off; set enable_hashjoin = off;
            set enable_mergejoin = off; set enable_material = off; set jit = off; set max_parallel_workers_per_gather = 0;
            set plan_cache_mode = force_generic_plan; set idle_in_transaction_session_timeout = '5s'""";

    /** Type of the payload column, as the database names it. */
    public String payloadType() {
        return sql.payloadType();
    }

    /** The outbox as a new incarnation of a lane sees it. */
    public Outbox forLane(String lane, LongSupplier nanoTime) {
        JdbcStatements statements = new JdbcStatements(database, sql, lane);
        return new PostgresOutbox(statements, options, shardMap, alarms, lane, nanoTime);
    }
}
