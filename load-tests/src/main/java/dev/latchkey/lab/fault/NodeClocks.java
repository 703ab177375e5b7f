package dev.latchkey.lab.fault;

import dev.latchkey.lab.process.ScratchFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Wall clocks of nodes that can be set, by libfaketime (Debian's package of that name).
 *
 * <p>Only what the library is loaded into is fooled, and only its wall clock: time that passes is not. A node looks for a
 * new setting once a second. Thread-safe.
 */
public final class NodeClocks implements AutoCloseable {
    private static final Path LIBRARIES = Path.of("/usr/lib");
    private static final Path LIBRARY = Path.of("faketime", "libfaketimeMT.so.1");

    private final Path library;
    private final ScratchFolder folder = ScratchFolder.create("clocks");

    private NodeClocks(Path library) {
        this.library = library;
    }

    public static boolean areSettable() {
        return library().isPresent();
    }

    /** Empty where the library is not installed. */
    public static Optional<NodeClocks> find() {
        return library().map(NodeClocks::new);
    }

    private static Optional<Path> library() {
        try (Stream<Path> folders = Files.list(LIBRARIES)) {
            return Stream.concat(Stream.of(LIBRARIES), folders)
                    .map(folder -> folder.resolve(LIBRARY))
                    .filter(Files::isRegularFile)
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The command line that starts a node under this clock. */
    public List<String> command(int node, List<String> command) {
        shift(node, Duration.ZERO);
        List<String> whole = new ArrayList<>(List.of(
                "env",
                "LD_PRELOAD=" + library,
                "FAKETIME_TIMESTAMP_FILE=" + setting(node),
                "FAKETIME_CACHE_DURATION=1",
                "FAKETIME_DONT_FAKE_MONOTONIC=1",
                // Otherwise a JVM hangs at its first timed wait.
                "FAKETIME_FORCE_MONOTONIC_FIX=0"));
        whole.addAll(command);
        return List.copyOf(whole);
    }

    /** Sets a node's clock so much before, or behind, the machine's. */
    void shift(int node, Duration by) {
        Path written = folder.path().resolve("new-" + (node + 1));
        try {
            // In one step: a node that reads half a setting would live in the year 2000.
            Files.writeString(written, "%+d".formatted(by.toSeconds()));
            Files.move(written, setting(node), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path setting(int node) {
        return folder.path().resolve("node-" + (node + 1));
    }

    @Override
    public void close() {
        folder.close();
    }
}
