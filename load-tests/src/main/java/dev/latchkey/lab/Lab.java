package dev.latchkey.lab;

import dev.latchkey.lab.demo.DemoCommand;
import dev.latchkey.lab.load.LoadCommand;
import dev.latchkey.lab.verdict.CheckHistoryCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The lab's entry point. Exit status: 0 all is well, 1 it failed, 2 wrong usage. */
@Command(
        name = "latchkey",
        description = "The lab: real servers, a hard workload, and a judge.",
        mixinStandardHelpOptions = true,
        subcommands = {DemoCommand.class, LoadCommand.class, CheckHistoryCommand.class},
        synopsisSubcommandLabel = "COMMAND")
public final class Lab {
    private static final String LOGGING = "logback.configurationFile";

    private Lab() {}

    public static void main(String[] args) {
        if (System.getProperty(LOGGING) == null) {
            System.setProperty(LOGGING, "dev/latchkey/lab/quiet-logback.xml");
        }
        System.exit(run(args));
    }

    static int run(String... args) {
        CommandLine line = new CommandLine(new Lab());
        if (args.length == 0) {
            line.usage(System.err);
            return CommandLine.ExitCode.USAGE;
        }
        line.setParameterExceptionHandler((wrong, all) -> {
            String command = wrong.getCommandLine().getCommandSpec().qualifiedName();
            System.err.println("latchkey: " + wrong.getMessage() + "; see " + command + " --help");
            return CommandLine.ExitCode.USAGE;
        });
        return line.execute(args);
    }
}
