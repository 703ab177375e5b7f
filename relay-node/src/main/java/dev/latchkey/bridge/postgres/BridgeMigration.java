package dev.latchkey.bridge.postgres;

import dev.latchkey.outbox.postgres.OutboxTable;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;

/**
 * Creates what of the bridge's tables and functions is missing, by looking at what is there. May be run again at any
 * time, and by several at once.
 */
public final class BridgeMigration {
    private final String url;
    private final Properties driver;
    private final BridgeDdl ddl;

    /** @param driver what pgjdbc is given beside the URL, user and password among it */
    public BridgeMigration(String url, Properties driver, BridgeTable table) {
        this.url = url;
        this.driver = driver;
        this.ddl = new BridgeDdl(table);
    }

    /** Returns what was created, a line each; empty when nothing had to be. */
    public List<String> migrate() throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, driver)) {
            connection.setAutoCommit(false);
            takeTurn(connection);
            List<String> missing = new BridgeSchemaCheck(ddl.table()).missing(connection);
            if (!missing.isEmpty()) {
                createSchemaIfMissing(connection, ddl.table().relaySchema());
                createSchemaIfMissing(connection, ddl.table().schema());
                execute(connection, ddl.objects());
            }
            connection.commit();
            return missing.stream().map(what -> "created " + what).toList();
        }
    }

    /** One migration at a time: two would both find the table missing. Ends with the transaction. */
    private void takeTurn(Connection connection) throws SQLException {
        try (PreparedStatement lock =
                connection.prepareStatement("select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext(?))")) {
            lock.setString(1, "latchkey " + ddl.table().quoted());
            lock.execute();
        }
    }

    /** Asks first: creating a schema, even one that exists, takes a right on the database. */
    private static void createSchemaIfMissing(Connection connection, String schema) throws SQLException {
        try (PreparedStatement query =
                connection.prepareStatement("select 1 from pg_catalog.pg_namespace where nspname = ?")) {
            query.setString(1, schema);
            try (ResultSet row = query.executeQuery()) {
                if (!row.next()) {
                    execute(connection, "create schema " + OutboxTable.quote(schema));
                }
            }
        }
    }

    private static void execute(Connection connection, String script) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            statement.execute(script);
        }
    }
}
