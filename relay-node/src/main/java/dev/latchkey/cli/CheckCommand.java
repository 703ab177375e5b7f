package dev.latchkey.cli;

import dev.latchkey.config.ConfigurationFile;
import dev.latchkey.config.RefusedConfigurationException;
import dev.latchkey.config.RelayConfiguration;
import dev.latchkey.outbox.postgres.OutboxSchemaCheck;
import dev.latchkey.outbox.postgres.SchemaProblem;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
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
        RelayConfiguration relay;
        try {
            relay = ConfigurationFile.load(configuration);
        } catch (RefusedConfigurationException e) {
            e.problems().forEach(out::println);
            throw e;
        }
        out.println("configuration: ok");
        return offline ? 0 : database(relay, out);
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
        for (SchemaProblem problem : report.problems()) {
            out.println("\n-- " + problem.what());
            out.println(problem.remedy().strip());
        }
        if (!report.passed()) {
            throw new CommandFailedException(
                    "a node would not start: problems in the database: "
                            + report.problems().size()
                            + "; the statements above mend them, as does latchkey db migrate",
                    null);
        }
        out.println("database: ok");
        out.println(
                report.commitTimestamps()
                        ? "order: commit order"
                        : "order: insert order, since track_commit_timestamp is off; it is commit order where the"
                                + " writers of a key wait for each other");
        return 0;
    }
}
