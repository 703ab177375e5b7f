package dev.latchkey.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.latchkey.lab.Lab;
import dev.latchkey.lab.process.JavaCommand;
import dev.latchkey.lab.standin.StandInJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The demo as a person runs it, on a stand-in relay. */
@Timeout(120)
class DemoIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** The unpacked binaries of PostgreSQL are a cache, shared by all runs. */
    private static final String BINARIES =
            "-Dot.epg.working-dir=" + Path.of(System.getProperty("java.io.tmpdir"), "embedded-pg");

    @TempDir
    private Path folder;

    private Path scratch;
    private Path output;
    private Process demo;

    @BeforeEach
    void prepare() throws IOException {
        scratch = Files.createDirectory(folder.resolve("scratch"));
        output = folder.resolve("output.txt");
    }

    @AfterEach
    void end() {
        if (demo != null) {
            demo.destroyForcibly();
        }
    }

    @Test
    void interruptedAmidKillsItJudgesAndLeavesNothing() throws Exception {
        demo("--nodes", "2", "--shards", "4", "--kill-every", "4s", "--rate", "200");
        await().atMost(LIMIT)
                .until(() -> output().contains("started again") && output().contains("the first event arrived"));

        // Without a terminal there is no Ctrl-C: this is the signal that it sends.
        new ProcessBuilder("kill", "-INT", Long.toString(demo.pid())).start().waitFor();

        assertThat(demo.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS))
                .as(output())
                .isTrue();
        assertThat(demo.exitValue()).as(output()).isZero();
        assertThat(output())
                .contains("the first event arrived", "killed (kill -9)", "0-3", "lost        0", "duplicated  0")
                .contains("every committed event arrived once and in order");
        assertNothingIsLeft();
    }

    @Test
    void failedStartIsToldInPlainWordsAndLeavesNothing() throws Exception {
        Files.createFile(folder.resolve("refuse"));

        demo("--for", "5s");

        assertThat(demo.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(demo.exitValue()).isEqualTo(1);
        assertThat(output())
                .contains("the demo did not get going: the migration failed", "the outbox has no column seq")
                .doesNotContain("\tat ");
        assertNothingIsLeft();
    }

    @Test
    void killedDemoTakesItsProcessesAlong() throws Exception {
        demo("--nodes", "1");
        await().atMost(LIMIT).until(() -> output().contains("the first node is ready"));

        demo.destroyForcibly().waitFor();

        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(processesOfThisTest()).isEmpty());
    }

    private void demo(String... options) throws IOException {
        List<String> arguments = new ArrayList<>(
                List.of("demo", "--relay-jar", StandInJar.create(folder).toString()));
        arguments.addAll(List.of(options));
        demo = new ProcessBuilder(JavaCommand.mainClass(
                        List.of("-Xmx256m", "-Djava.io.tmpdir=" + scratch, BINARIES), Lab.class, arguments))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    private void assertNothingIsLeft() throws IOException {
        try (Stream<Path> left = Files.list(scratch)) {
            assertThat(left).isEmpty();
        }
        assertThat(processesOfThisTest()).isEmpty();
    }

    /** All of them name a file or a folder below this one: configuration, data, jar. */
    private List<String> processesOfThisTest() {
        return ProcessHandle.allProcesses()
                .map(process -> process.info().commandLine().orElse(""))
                .filter(command -> command.contains(folder.toString()))
                .toList();
    }

    private String output() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            return "";
        }
    }
}
