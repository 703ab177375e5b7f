package dev.latchkey.lab.load;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Whether a report is wanted, and where: for every load command that makes one. */
final class ReportOptions {
    private static final Path DEFAULT_PARENT = Path.of("target", "lab");
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");
    private static final String NO_FOLDER = "";

    @Option(
            names = "--report",
            paramLabel = "DIR",
            arity = "0..1",
            fallbackValue = NO_FOLDER,
            description =
                    "Writes report.html and report.json into this folder (default: target/lab/<workload>-<time>).")
    private Path folder;

    /** Empty if no report is wanted. */
    Optional<Path> folder(String workload) {
        return folder == null ? Optional.empty() : Optional.of(folderOrDefault(workload));
    }

    /** For runs that always leave a report. */
    Path folderOrDefault(String workload) {
        if (folder == null || folder.toString().equals(NO_FOLDER)) {
            return DEFAULT_PARENT.resolve(workload + "-" + LocalDateTime.now().format(TIME));
        }
        return folder;
    }
}
