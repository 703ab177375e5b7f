package dev.latchkey.lab.report;

import dev.latchkey.lab.workload.ConnectionSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Execution time a second by kind of statement, from {@code pg_stat_statements}: reading the outbox, settling, what the
 * writers do, all else. Commits of every kind are in the last.
 */
final class DatabaseProbe implements Probe {
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(2);
    /** Classes of SQLSTATE that mean that the server is away, going or read-only for now: no reason to give up. */
    private static final String AWAY = "08|25|53|57";

    private static final String TOTALS = """
            with asked as (
              select total_exec_time as millis, query ~* 'outbox' as outbox,
                     query ~* '(delete\\s+from|update)\\s+\\S*outbox' as settle,
                     query ~* '^\\s*insert\\s+into\\s+\\S*(outbox|orders)\\M' as write
              from pg_stat_statements)
            select coalesce(sum(millis) filter (where outbox and not settle and not write), 0),
                   coalesce(sum(millis) filter (where settle), 0),
                   coalesce(sum(millis) filter (where write), 0),
                   coalesce(sum(millis) filter (where not outbox and not write), 0)
            from asked""";

    private final ConnectionSource source;
    private Connection connection;
    private Map<String, Double> last = Map.of();
    private long lastNanos;

    DatabaseProbe(ConnectionSource source) {
        this.source = source;
    }

    @Override
    public void read(Map<Column, Double> sample) {
        try {
            Map<String, Double> totals = totals();
            long now = System.nanoTime();
            double seconds = Math.max(1, now - lastNanos) / 1e9;
            last.forEach((kind, before) -> sample.put(
                    new Column(Column.DATABASE, kind + "MillisPerSecond"), spent(before, totals.get(kind)) / seconds));
            last = totals;
            lastNanos = now;
        } catch (SQLException e) {
            close();
            if (!isAway(e)) {
                throw new IllegalStateException("database time (pg_stat_statements): " + e.getMessage(), e);
            }
        }
    }

    /** Statistics begin anew after a crash of the server. */
    private static double spent(double before, double total) {
        return total < before ? total : total - before;
    }

    private static boolean isAway(SQLException e) {
        return e.getSQLState() == null || e.getSQLState().substring(0, 2).matches(AWAY);
    }

    private Map<String, Double> totals() throws SQLException {
        if (connection == null) {
            connection = open();
        }
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(TOTALS)) {
            row.next();
            Map<String, Double> totals = new LinkedHashMap<>();
            totals.put("read", row.getDouble(1));
            totals.put("settle", row.getDouble(2));
            totals.put("write", row.getDouble(3));
            totals.put("other", row.getDouble(4));
            return totals;
        }
    }

    private Connection open() throws SQLException {
        Connection opened = source.open();
        opened.setNetworkTimeout(Runnable::run, (int) ANSWER_LIMIT.toMillis());
        try (Statement statement = opened.createStatement()) {
            statement.execute("create extension if not exists pg_stat_statements");
            // What the probe itself asks is no part of the answer.
            statement.execute("set pg_stat_statements.track = 'none'");
        } catch (SQLException e) {
            opened.close();
            throw e;
        }
        return opened;
    }

    @Override
    public void close() {
        try (Connection closing = connection) {
            connection = null;
        } catch (SQLException e) {
            // It is gone either way.
        }
    }
}
