package dev.latchkey.bridge.postgres;

import dev.latchkey.outbox.postgres.MigrationSteps;
import java.sql.Connection;
import java.sql.DriverManager;
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
            MigrationSteps.takeTurn(connection, ddl.table().quoted());
            List<String> missing = new BridgeSchemaCheck(ddl.table()).missing(connection);
            if (!missing.isEmpty()) {
                MigrationSteps.createSchemaIfMissing(connection, ddl.table().relaySchema());
                MigrationSteps.createSchemaIfMissing(connection, ddl.table().schema());
                execute(connection, ddl.objects());
            }
            connection.commit();
            return missing.stream().map(what -> "created " + what).toList();
        }
    }

    private static void execute(Connection connection, String script) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            statement.execute(script);
        }
    }
}
