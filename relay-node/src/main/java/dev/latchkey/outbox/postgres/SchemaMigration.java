package dev.latchkey.outbox.postgres;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.flywaydb.core.Flyway;

/**
 * Brings a database to what this version needs: the relay's tables by versioned migrations, with their history beside
 * them, and the outbox by looking at what is there. The outbox is no migration of Flyway's on purpose: a history knows
 * what was run, not whether the table, whose name is a setting, still exists. May be run again at any time, and by
 * several at once.
 */
public final class SchemaMigration {
    private static final String HISTORY_TABLE = "schema_version";

    private final String url;
    private final Properties driver;
    private final OutboxDdl ddl;

    /** @param driver what pgjdbc is given beside the URL, user and password among it */
    public SchemaMigration(String url, Properties driver, OutboxTable table, SettleMode settle) {
        this.url = url;
        this.driver = driver;
        this.ddl = new OutboxDdl(table, settle);
    }

    /**
     * Creates what is missing.
     *
     * @param adopt whether a table that lacks the relay's columns may be rewritten to have them
     * @return what was done, a line each; empty when nothing had to be
     * @throws SchemaRefusedException when the server is too old, or a table would have to be adopted and may not be
     * @throws org.flywaydb.core.api.FlywayException when a migration of the relay's tables fails
     */
    public List<String> migrate(boolean adopt) throws SQLException, SchemaRefusedException {
        try (Connection connection = DriverManager.getConnection(url, driver)) {
            Optional<SchemaProblem> tooOld = OutboxSchemaCheck.serverVersion(connection);
            if (tooOld.isPresent()) {
                throw new SchemaRefusedException(tooOld.get().what());
            }
            refuseUnadopted(connection, adopt);
            List<String> done = new ArrayList<>(migrateRelayTables());
            done.addAll(migrateOutbox(connection, adopt));
            return done;
        }
    }

    /** Before anything is changed: a refusal leaves the database as it was. */
    private void refuseUnadopted(Connection connection, boolean adopt) throws SQLException, SchemaRefusedException {
        List<String> missing = missingColumns(connection);
        if (!missing.isEmpty() && !adopt) {
            throw new SchemaRefusedException("table " + ddl.table().quoted() + " exists but lacks the columns "
                    + String.join(", ", missing) + "; read what adopting it means: latchkey schema --adopt '"
                    + ddl.table().schema() + "." + ddl.table().table() + "' --settle " + ddl.settle()
                    + ", then run db migrate with --adopt");
        }
    }

    private List<String> missingColumns(Connection connection) throws SQLException {
        return new TableFactsReader(connection)
                .read(ddl.table())
                .map(facts -> new ColumnRules(ddl, facts).missingRelayNames())
                .orElse(List.of());
    }

    private List<String> migrateRelayTables() {
        Map<String, String> properties = new HashMap<>();
        driver.stringPropertyNames().forEach(name -> properties.put(name, driver.getProperty(name)));
        return Flyway.configure(SchemaMigration.class.getClassLoader())
                .dataSource(url, driver.getProperty("user"), driver.getProperty("password"))
                .jdbcProperties(properties)
                .locations("classpath:" + OutboxDdl.MIGRATIONS)
                .defaultSchema(ddl.table().relaySchema())
                .table(HISTORY_TABLE)
                .placeholders(ddl.migrationPlaceholders())
                // The tables may have been made by hand from `latchkey schema`: the first migration finds them then.
                .baselineOnMigrate(true)
                .baselineVersion("0")
                .load()
                .migrate()
                .migrations
                .stream()
                .map(applied -> "relay schema " + ddl.table().relaySchema() + ": version " + applied.version + ", "
                        + applied.description)
                .toList();
    }

    private List<String> migrateOutbox(Connection connection, boolean adopt) throws SQLException {
        connection.setAutoCommit(false);
        MigrationSteps.takeTurn(connection, ddl.table().quoted());
        Optional<TableFacts> found = new TableFactsReader(connection).read(ddl.table());
        List<String> done = new ArrayList<>();
        if (found.isEmpty()) {
            MigrationSteps.createSchemaIfMissing(connection, ddl.table().schema());
            execute(connection, ddl.newTable());
            done.add("created table " + ddl.table().quoted());
        } else if (adopt && !missingColumns(connection).isEmpty()) {
            execute(connection, ddl.adoption());
            done.add("adopted table " + ddl.table().quoted());
        } else if (!new IndexRules(ddl, found.get()).problems().isEmpty()) {
            execute(connection, ddl.indexesAndSettings());
            done.add("indexed table " + ddl.table().quoted());
        }
        connection.commit();
        return done;
    }

    private static void execute(Connection connection, String script) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(script);
        }
    }
}
