package dev.latchkey.lab.verdict;

import dev.latchkey.lab.history.Checker;
import dev.latchkey.lab.history.DamagedHistory;
import dev.latchkey.lab.history.HistoryFileReader;
import dev.latchkey.lab.history.Promise;
import dev.latchkey.lab.history.RecordedRun;
import dev.latchkey.lab.history.Verdict;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code check-history}: judges a history file again. */
@Command(
        name = "check-history",
        description = {
            "Judges a history again that a run has written (load WORKLOAD --history FILE).",
            "Exit status: 0 no fault, 1 the promise was broken, 2 wrong usage, or a file that is damaged or cut off."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class CheckHistoryCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "The history; compressed where its name ends in .gz.")
    private Path file;

    @Option(
            names = "--at-least-once",
            description = "The run was into RabbitMQ (--sink rabbitmq): an event may have come twice.")
    private boolean atLeastOnce;

    @Override
    public Integer call() {
        try {
            RecordedRun recorded = HistoryFileReader.read(file);
            System.out.println(recorded.run());
            Verdict verdict = Checker.check(recorded.history());
            boolean kept = new VerdictPrinter(System.out, atLeastOnce ? Promise.AT_LEAST_ONCE : Promise.EXACTLY_ONCE)
                    .print(verdict, recorded.owners());
            return kept ? ExitCode.OK : ExitCode.SOFTWARE;
        } catch (DamagedHistory e) {
            System.err.println("latchkey: " + e.getMessage());
            return ExitCode.USAGE;
        } catch (IllegalArgumentException e) {
            System.err.println("latchkey: " + file + " can't be judged: " + e.getMessage());
            return ExitCode.USAGE;
        }
    }
}
