package dev.latchkey.lab.load;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** What the nodes asked the database since the last reset, by pg_stat_statements. For one thread. */
final class StatementTimes {
    /** Needs the library preloaded. Whatever names the outbox is the reading of rows, unless it changes it. */
    private static final String TOTALS = """
            with asked as (
              select calls, total_exec_time, query ~* 'outbox' as outbox,
                     query ~* '(delete\\s+from|update)\\s+\\S*outbox' as settle
              from pg_stat_statements)
            select coalesce(sum(total_exec_time) filter (where outbox and not settle), 0),
                   coalesce(sum(total_exec_time) filter (where settle), 0),
                   coalesce(sum(calls), 0)
            from asked""";

    private final Connection connection;

    /** Takes the connection's own statements out of the statistics. */
    StatementTimes(Connection connection) throws SQLException {
        this.connection = connection;
        execute("create extension if not exists pg_stat_statements");
        execute("set pg_stat_statements.track = 'none'");
    }

    /**
     * Sums since the reset.
     *
     * @param readMillis execution of everything that reads the outbox
     * @param settleMillis execution of everything that deletes or stamps its rows; commits are not in it
     * @param statements of every kind, BEGIN and COMMIT included
     */
    record Totals(double readMillis, double settleMillis, long statements) {}

    void reset() throws SQLException {
        execute("select pg_stat_statements_reset()");
    }

    Totals sinceReset() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(TOTALS)) {
            row.next();
            return new Totals(row.getDouble(1), row.getDouble(2), row.getLong(3));
        }
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
