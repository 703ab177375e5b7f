package dev.latchkey.lab.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A process's resident memory as Linux tells it in {@code /proc}.
 *
 * @param ownKilobytes anonymous and file pages
 * @param sharedKilobytes pages of shared memory
 */
record ProcMemory(long ownKilobytes, long sharedKilobytes) {
    private static final Path PROC = Path.of("/proc");

    /** Whether this system tells; others leave memory out. */
    static boolean isTold() {
        return Files.isReadable(PROC.resolve("self/status"));
    }

    /** Empty if the process is gone or the system doesn't tell. */
    static Optional<ProcMemory> of(long pid) {
        try {
            List<String> status = Files.readAllLines(PROC.resolve(pid + "/status"));
            return Optional.of(
                    new ProcMemory(value(status, "RssAnon:") + value(status, "RssFile:"), value(status, "RssShmem:")));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static long value(List<String> status, String name) {
        return status.stream()
                .filter(line -> line.startsWith(name))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst()
                .orElse(0);
    }
}
