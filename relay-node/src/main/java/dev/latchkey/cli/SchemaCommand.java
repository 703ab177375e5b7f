package dev.latchkey.cli;

import dev.latchkey.bridge.postgres.BridgeDdl;
import dev.latchkey.bridge.postgres.BridgeTable;
import dev.latchkey.config.ConfigurationFile;
import dev.latchkey.config.RefusedConfigurationException;
import dev.latchkey.config.RelayConfiguration;
import dev.latchkey.outbox.postgres.OutboxDdl;
import dev.latchkey.outbox.postgres.OutboxTable;
import dev.latchkey.outbox.postgres.SettleMode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints the DDL that {@code db migrate} would run, for those who change their databases by other means. */
@Command(name = "schema", description = "Print the DDL of the outbox and of the relay's tables; changes nothing.")
final class SchemaCommand implements Callable<Integer> {
    @Option(
            names = "--adopt",
            paramLabel = "TABLE",
            description =
                    "Print the ALTER TABLE for a table that exists, as [SCHEMA.]TABLE, and what adopting it means.")
    private String adopt;

    @Option(
            names = "--settle",
            paramLabel = "MODE",
            description =
                    "What becomes of published rows: ${COMPLETION-CANDIDATES}. Default: the configuration's, else delete.")
    private SettleMode settle;

    @Option(
            names = "--config",
            paramLabel = "CONFIG",
            description = "Take the names of schema, table and columns from this configuration.")
    private Path configuration;

    @Option(names = "--bridge", description = "Print the DDL of the bridge's tables and functions instead.")
    private boolean bridge;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        if (bridge) {
            spec.commandLine().getOut().print(new BridgeDdl(bridgeTable()).script());
            spec.commandLine().getOut().flush();
            return 0;
        }
        OutboxTable table = OutboxTable.DEFAULT;
        SettleMode mode = SettleMode.DELETE;
        if (configuration != null) {
            RelayConfiguration relay = ConfigurationFile.load(configuration);
            table = relay.outboxTable();
            mode = relay.outbox().settle();
        }
        OutboxDdl ddl = new OutboxDdl(adopt == null ? table : named(table), settle == null ? mode : settle);
        spec.commandLine().getOut().print(adopt == null ? ddl.forNewTable() : ddl.forAdoption());
        spec.commandLine().getOut().flush();
        return 0;
    }

    private BridgeTable bridgeTable() throws IOException, RefusedConfigurationException {
        if (configuration == null) {
            return BridgeTable.DEFAULT;
        }
        if (ConfigurationFile.isBridgeAlone(configuration)) {
            return ConfigurationFile.loadBridge(configuration).bridgeTable();
        }
        RelayConfiguration relay = ConfigurationFile.load(configuration);
        return relay.bridge().isPresent() ? relay.bridgeTable() : BridgeTable.DEFAULT;
    }

    private OutboxTable named(OutboxTable table) {
        int dot = adopt.indexOf('.');
        String schema = dot < 0 ? table.schema() : adopt.substring(0, dot);
        return new OutboxTable(schema, adopt.substring(dot + 1), table.relaySchema(), table.columns());
    }
}
