package dev.latchkey.outbox.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/** A real server of a test class's own, and a database of each test's own. */
final class PostgresServer implements AutoCloseable {
    private final EmbeddedPostgres server;
    private int databases;

    PostgresServer(String commitTimestamps) throws IOException {
        server = EmbeddedPostgres.builder()
                .setServerConfig("track_commit_timestamp", commitTimestamps)
                .start();
    }

    /** The URL of a new, empty database; connections to it come with an empty search path. */
    String newDatabase() throws SQLException {
        String name = "test_" + ++databases;
        try (Connection admin = server.getPostgresDatabase().getConnection()) {
            run(admin, "create database " + name);
            run(admin, "alter database " + name + " set search_path = ''");
        }
        return "jdbc:postgresql://localhost:" + server.getPort() + "/" + name;
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
    public void close() throws IOException {
        server.close();
    }
}
