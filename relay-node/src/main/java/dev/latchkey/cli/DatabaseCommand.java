package dev.latchkey.cli;

import dev.latchkey.bridge.postgres.BridgeMigration;
import dev.latchkey.bridge.postgres.BridgeTable;
import dev.latchkey.config.BridgeAloneConfiguration;
import dev.latchkey.config.ConfigurationFile;
import dev.latchkey.config.DatabaseConfiguration;
import dev.latchkey.config.RelayConfiguration;
import dev.latchkey.outbox.postgres.SchemaMigration;
import dev.latchkey.outbox.postgres.SchemaRefusedException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What changes the database. */
@Command(
        name = "db",
        description = "Change the database.",
        subcommands = DatabaseCommand.Migrate.class,
        synopsisSubcommandLabel = "COMMAND")
final class DatabaseCommand {

    /** Brings a database to what this version needs. */
    @Command(
            name = "migrate",
            description =
                    "Create the relay's tables, the outbox and the bridge's tables where they are missing; running it again "
                            + "does no harm.")
    static final class Migrate implements Callable<Integer> {
        @Parameters(paramLabel = "CONFIG", description = "The node's configuration, YAML.")
        private Path configuration;

        @Option(
                names = "--adopt",
                description =
                        "Add the relay's columns to an outbox table that exists. Rewrites the table under a lock; "
                                + "read `latchkey schema --adopt TABLE` first.")
        private boolean adopt;

        @Spec
        private CommandSpec spec;

        @Override
        public Integer call() throws Exception {
            List<String> done = new ArrayList<>();
            if (ConfigurationFile.isBridgeAlone(configuration)) {
                BridgeAloneConfiguration alone = ConfigurationFile.loadBridge(configuration);
                done.addAll(bridge(alone.database(), alone.bridgeTable()));
            } else {
                RelayConfiguration relay = ConfigurationFile.load(configuration);
                done.addAll(outbox(relay));
                if (relay.bridge().isPresent()) {
                    done.addAll(bridge(relay.database(), relay.bridgeTable()));
                }
            }
            PrintWriter out = spec.commandLine().getOut();
            if (done.isEmpty()) {
                out.println("nothing to do: the database is as this version needs it");
            }
            done.forEach(out::println);
            return 0;
        }

        private List<String> outbox(RelayConfiguration relay) throws SQLException, SchemaRefusedException {
            return new SchemaMigration(
                            relay.database().url(),
                            relay.database().migrationProperties(),
                            relay.outboxTable(),
                            relay.outbox().settle())
                    .migrate(adopt);
        }

        private static List<String> bridge(DatabaseConfiguration database, BridgeTable table) throws SQLException {
            return new BridgeMigration(database.url(), database.migrationProperties(), table).migrate();
        }
    }
}
