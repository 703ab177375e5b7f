package dev.latchkey.cli;

import ch.qos.logback.classic.Level;
import io.dropwizard.logging.common.BootstrapLogging;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The program's entry: chooses the command and turns every failure into a line and an exit code. */
@Command(
        name = "latchkey",
        description = "Relays committed outbox events from PostgreSQL to Kafka: in commit order per key, exactly once.",
        subcommands = {
            NodeCommand.class,
            BridgeCommand.class,
            DatabaseCommand.class,
            SchemaCommand.class,
            CheckCommand.class,
            StatusCommand.class
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        scope = ScopeType.INHERIT,
        usageHelpAutoWidth = true,
        synopsisSubcommandLabel = "COMMAND")
public final class Latchkey {
    static final int FAILED = CommandLine.ExitCode.SOFTWARE;

    @Option(
            names = {"-v", "--verbose"},
            scope = ScopeType.INHERIT,
            description = "Show the stack trace of a failure.")
    private boolean verbose;

    public static void main(String[] arguments) {
        // Until a node sets up its own logging: what libraries say of a failure comes from us, in a line.
        BootstrapLogging.bootstrap(Level.ERROR);
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        int exitCode = commandLine(out, err).execute(arguments);
        // A node goes on in threads of its own once its command has returned.
        if (exitCode != NodeCommand.RUNNING) {
            System.exit(exitCode);
        }
    }

    static CommandLine commandLine(PrintWriter out, PrintWriter err) {
        Latchkey latchkey = new Latchkey();
        return new CommandLine(latchkey)
                .setOut(out)
                .setErr(err)
                .setParameterExceptionHandler(new BadUsage())
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    command.getErr().println("latchkey: " + FailureText.of(failure));
                    if (latchkey.verbose) {
                        failure.printStackTrace(command.getErr());
                    }
                    return FAILED;
                });
    }

    /** One line, and where to read more, instead of the whole usage. */
    private static final class BadUsage implements CommandLine.IParameterExceptionHandler {
        @Override
        public int handleParseException(CommandLine.ParameterException wrong, String[] arguments) {
            CommandLine command = wrong.getCommandLine();
            String name = command.getCommandSpec().qualifiedName();
            command.getErr()
                    .println("latchkey: " + FailureText.oneLine(wrong.getMessage()) + "; see " + name + " --help");
            return CommandLine.ExitCode.USAGE;
        }
    }
}
