package dev.latchkey.cli;

import dev.latchkey.bridge.postgres.BridgeSchemaCheck;
import dev.latchkey.bridge.postgres.BridgeTable;
import dev.latchkey.config.BridgeAloneConfiguration;
import dev.latchkey.config.ConfigurationFile;
import dev.latchkey.config.DatabaseConfiguration;
import dev.latchkey.config.RefusedConfigurationException;
import dev.latchkey.config.RelayConfiguration;
import dev.latchkey.outbox.postgres.OutboxSchemaCheck;
import dev.latchkey.outbox.postgres.SchemaProblem;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says whether a node would start, without starting one. */
@Command(
        name = "check",
        description =
                "Check a configuration and the database it names; print each problem with the statement that mends it.")
final class CheckCommand implements Callable<Integer> {
    @Parameters(paramLabel = "CONFIG", description = "The node's configuration, YAML.")
    private Path configuration;

    @Option(names = "--offline", description = "Check the configuration only; connect to nothing.")
    private boolean offline;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        try {
            if (ConfigurationFile.isBridgeAlone(configuration)) {
                BridgeAloneConfiguration alone = ConfigurationFile.loadBridge(configuration);
                out.println("configuration: ok");
                return offline ? 0 : bridge(alone.database(), alone.bridgeTable(), out);
            }
            RelayConfiguration relay = ConfigurationFile.load(configuration);
            out.println("configuration: ok");
            return offline ? 0 : database(relay, out);
        } catch (RefusedConfigurationException e) {
            e.problems().forEach(out::println);
            throw e;
        }
    }

    private static int bridge(DatabaseConfiguration database, BridgeTable table, PrintWriter out)
            throws SQLException, CommandFailedException {
        List<SchemaProblem> problems;
        try (Connection connection = DriverManager.getConnection(database.url(), database.driverProperties())) {
            problems = new BridgeSchemaCheck(table).problems(connection);
        }
        refuse("the bridge", problems, out);
        out.println("bridge: ok");
        return 0;
    }

    private static void refuse(String who, List<SchemaProblem> problems, PrintWriter out)
            throws CommandFailedException {
        for (SchemaProblem problem : problems) {
            out.println("\n-- " + problem.what());
            out.println(problem.remedy().strip());
        }
        if (!problems.isEmpty()) {
            throw new CommandFailedException(
                    who + " would not start: problems in the database: "
                            + problems.size()
                            + "; the statements above mend them, as does latchkey db migrate",
                    null);
        }
    }

    private int database(RelayConfiguration relay, PrintWriter out) throws SQLException, CommandFailedException {
        OutboxSchemaCheck check = new OutboxSchemaCheck(
                relay.outboxTable(),
                relay.outbox().settle(),
                relay.shards(),
                relay.ordering().requireCommitOrder());
        OutboxSchemaCheck.Report report;
        try (Connection connection = DriverManager.getConnection(
                relay.database().url(), relay.database().driverProperties())) {
            report = check.run(connection);
        }
        refuse("a node", report.problems(), out);
        out.println("database: ok");
        out.println(
                report.commitTimestamps()
                        ? "order: commit order"
                        : "order: insert order, since track_commit_timestamp is off; it is commit order where the"
                                + " writers of a key wait for each other");
        return relay.bridge().isPresent() ? bridge(relay.database(), relay.bridgeTable(), out) : 0;
    }
}
