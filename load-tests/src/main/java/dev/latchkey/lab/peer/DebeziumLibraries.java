package dev.latchkey.lab.peer;

import dev.latchkey.lab.process.OsProcess;
import dev.latchkey.lab.server.ServerFailure;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * The jars of Debezium and Kafka Connect, fetched by Maven when they are first asked for: a build that never compares
 * doesn't pay for them.
 */
final class DebeziumLibraries {
    private static final String POM = "debezium-pom.xml";
    private static final Duration FETCH_LIMIT = Duration.ofMinutes(10);
    private static final int TAIL_LINES = 5;
    private static final int NOT_FOUND = 127;

    private final Path folder;
    private final String maven;

    /** @param maven the program that fetches */
    DebeziumLibraries(Path folder, String maven) {
        this.folder = folder;
        this.maven = maven;
    }

    /** In the lab's own build folder, so that {@code mvn clean} takes them along. */
    static DebeziumLibraries inBuildFolder() {
        try {
            Path code = Path.of(DebeziumLibraries.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            return new DebeziumLibraries(code.resolveSibling("peer-debezium"), "mvn");
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the lab doesn't run from a file", e);
        }
    }

    /** The class path. Fetches what is missing, which needs the network once and takes a minute. */
    String classPath() {
        Path fetched = folder.resolve("fetched-" + POM);
        String pom = pom();
        try {
            // The pom stands for its jars: another version of it means other jars.
            if (!Files.exists(fetched) || !Files.readString(fetched).equals(pom)) {
                fetch(pom);
                Files.writeString(fetched, pom);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return lib() + "/*";
    }

    private Path lib() {
        return folder.resolve("lib").toAbsolutePath();
    }

    private void fetch(String pom) throws IOException {
        Files.createDirectories(folder);
        Path file = Files.writeString(folder.resolve(POM), pom);
        Path log = folder.resolve("fetch.log");
        Files.deleteIfExists(log);
        System.err.println("latchkey: fetching Debezium and Kafka Connect by Maven, once, some 40 MB; log: " + log);
        try (OsProcess fetching = new OsProcess("maven", command(file), log)) {
            fetching.start();
            if (!fetching.awaitExit(FETCH_LIMIT)) {
                throw new ServerFailure("Maven fetched Debezium for %d s without an end; its log: %s"
                        .formatted(FETCH_LIMIT.toSeconds(), log));
            }
            int status = fetching.exitCode().orElse(0);
            if (status != 0) {
                throw new ServerFailure(told(status, fetching, log));
            }
        }
    }

    private List<String> command(Path pom) {
        return List.of(
                maven,
                "-B",
                "-q",
                "-ntp",
                "-f",
                pom.toAbsolutePath().toString(),
                "dependency:copy-dependencies",
                "-DoutputDirectory=" + lib());
    }

    private static String told(int status, OsProcess fetching, Path log) {
        if (status == NOT_FOUND) {
            return "no Maven found: the Debezium peer is fetched by Maven 3.8.1 or later";
        }
        return String.format(
                Locale.ROOT,
                "the Debezium peer could not be fetched: Maven needs a repository that it can reach, once (log: %s);"
                        + " the log ends:%n%s",
                log,
                fetching.logTail(TAIL_LINES));
    }

    private static String pom() {
        try (InputStream pom = DebeziumLibraries.class.getResourceAsStream(POM)) {
            return new String(pom.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
