package dev.latchkey.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.lab.Lab;
import dev.latchkey.lab.process.JavaCommand;
import dev.latchkey.lab.standin.StandInJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The measurements as a person runs them, on a stand-in relay. */
@Timeout(180)
class LoadIT {
    private static final long LIMIT_SECONDS = 120;

    /** The unpacked binaries of PostgreSQL are a cache, shared by all runs. */
    private static final String BINARIES =
            "-Dot.epg.working-dir=" + Path.of(System.getProperty("java.io.tmpdir"), "embedded-pg");

    @TempDir
    private Path folder;

    private Path scratch;
    private Path output;
    private Process load;

    @BeforeEach
    void prepare() throws IOException {
        scratch = Files.createDirectory(folder.resolve("scratch"));
        output = folder.resolve("output.txt");
    }

    @AfterEach
    void end() {
        if (load != null) {
            load.destroyForcibly();
        }
    }

    @Test
    void drainPrintsItsFiguresRoundByRoundAndLeavesNothing() throws Exception {
        assertThat(load("drain", "--rows", "2500", "--rounds", "2"))
                .as(output())
                .isZero();

        assertThat(output())
                .contains("2,500 rows in transactions of 100; 1 node(s) with 2 lane(s)", "round 1", "round 2")
                .contains("a bare loop in the database, per row: read only ", " times the bare loop")
                .contains("database time per row: read ", "heap used by node-1: unknown (-Xmx256m)", "idle: ")
                .doesNotContain("database time per row: read 0.0", "settle 0.0", "idle: 0.0");
        assertNothingIsLeft();
    }

    @Test
    void steadyPrintsLatencyAndVerdictAndLeavesNothing() throws Exception {
        assertThat(load("steady", "--rate", "100", "--for", "4s", "--warm-up", "3s", "--nodes", "1"))
                .as(output())
                .isZero();

        assertThat(output())
                .contains("delivered ", "commit to consumer: p50 ", "due to consumer:    p50 ", "backlog at the end: ")
                .contains("lost        0", "reordered   0", "every committed event arrived once and in order")
                .doesNotContain("delivered 0 events/s");
        assertNothingIsLeft();
    }

    @Test
    void aFailedStartIsToldInPlainWordsAndLeavesNothing() throws Exception {
        Files.createFile(folder.resolve("refuse"));

        assertThat(load("steady")).isEqualTo(1);

        assertThat(output())
                .contains("latchkey: the measurement failed: the migration failed", "the outbox has no column seq")
                .doesNotContain("\tat ");
        assertNothingIsLeft();
    }

    private int load(String... options) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(
                List.of("load", "--relay-jar", StandInJar.create(folder).toString()));
        arguments.addAll(List.of(options));
        load = new ProcessBuilder(JavaCommand.mainClass(
                        List.of("-Xmx256m", "-Djava.io.tmpdir=" + scratch, BINARIES), Lab.class, arguments))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(load.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).as(output()).isTrue();
        return load.exitValue();
    }

    private void assertNothingIsLeft() throws IOException {
        try (Stream<Path> left = Files.list(scratch)) {
            assertThat(left).isEmpty();
        }
        assertThat(ProcessHandle.allProcesses()
                        .map(process -> process.info().commandLine().orElse(""))
                        .filter(command -> command.contains(folder.toString())))
                .isEmpty();
    }

    private String output() throws IOException {
        return Files.exists(output) ? Files.readString(output) : "";
    }
}
