package dev.latchkey.outbox.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** What every migration does around the creation of its table. */
public final class MigrationSteps {
    private MigrationSteps() {}

    /** One migration of a table at a time: two would both find it missing. Ends with the transaction. */
    public static void takeTurn(Connection connection, String quotedTable) throws SQLException {
        try (PreparedStatement lock =
                connection.prepareStatement("select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext(?))")) {
            lock.setString(1, "latchkey " + quotedTable);
            lock.execute();
        }
    }

    /** Asks first: creating a schema, even one that exists, takes a right on the database. */
    public static void createSchemaIfMissing(Connection connection, String schema) throws SQLException {
        try (PreparedStatement query =
                connection.prepareStatement("select 1 from pg_catalog.pg_namespace where nspname = ?")) {
            query.setString(1, schema);
            try (ResultSet row = query.executeQuery();
                    Statement statement = connection.createStatement()) {
                if (!row.next()) {
                    statement.execute("create schema " + OutboxTable.quote(schema));
                }
            }
        }
    }
}
