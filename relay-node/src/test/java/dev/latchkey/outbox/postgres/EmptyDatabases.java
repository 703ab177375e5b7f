package dev.latchkey.outbox.postgres;

import dev.latchkey.lab.server.PostgresServer;
import dev.latchkey.lab.server.Servers;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/** A server of a test class's own, and an empty database of each test's own. */
final class EmptyDatabases implements AutoCloseable {
    private final PostgresServer server;

    EmptyDatabases(String commitTimestamps) {
        server =
                Servers.embedded().postgres(OutboxDatabase.settings().with("track_commit_timestamp", commitTimestamps));
        server.start();
    }

    /** The URL of a new, empty database; connections to it come with an empty search path. */
    String newDatabase() throws SQLException {
        String name = server.createDatabase("test");
        try (Connection connection = server.connect(name)) {
            run(connection, "alter database " + OutboxTable.quote(name) + " set search_path = ''");
        }
        return server.jdbcUrl(name);
    }

    static Connection connect(String url) throws SQLException {
        return DriverManager.getConnection(url, superuser());
    }

    static Properties superuser() {
        Properties driver = new Properties();
        driver.setProperty("user", "postgres");
        return driver;
    }

    static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The rows of a query, their columns joined by a bar. */
    static List<String> rows(Connection connection, String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                var result = statement.executeQuery(sql)) {
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (int column = 1; column <= columns; column++) {
                    row.add(result.getString(column));
                }
                rows.add(String.join("|", row));
            }
        }
        return rows;
    }

    @Override
    public void close() {
        server.close();
    }
}
