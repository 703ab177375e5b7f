package dev.latchkey.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.latchkey.lab.process.Waiting;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ProcessProbeTest {
    private static final Column CPU = new Column("p", "cpuCores");
    private static final Column MEMORY = new Column("p", "residentMegabytes");

    private Process process;

    @AfterEach
    void end() {
        if (process != null) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    @Test
    void aBusyProcessUsesCpuAndAnIdleOneNone() throws IOException {
        OptionalLong busy = start("while :; do :; done");
        ProcessProbe probe = new ProcessProbe("p", () -> busy, false);

        assertThat(read(probe)).as("one look has no rate").doesNotContainKey(CPU);
        Waiting.until(
                "it has used some", Duration.ofSeconds(30), () -> read(probe).get(CPU) > 0.01);
        assertThat(read(new ProcessProbe("p", OptionalLong::empty, true))).isEmpty();
    }

    @Test
    void theWorkOfAChildCountsForTheFamilyOnly() throws IOException {
        OptionalLong parent = start("(while :; do :; done) & wait");
        Waiting.until(
                "the child is there",
                Duration.ofSeconds(10),
                () -> process.descendants().findAny().isPresent());
        ProcessProbe alone = new ProcessProbe("p", () -> parent, false);
        ProcessProbe family = new ProcessProbe("p", () -> parent, true);
        read(alone);
        read(family);

        Waiting.until(
                "the child has used some",
                Duration.ofSeconds(30),
                () -> read(family).get(CPU) > 0.01);
        assertThat(read(alone).get(CPU)).isLessThan(0.01);
    }

    @Test
    void theMemoryOfThisProcessIsThatOfTheSystem() {
        assumeThat(ProcMemory.isTold()).isTrue();
        OptionalLong self = OptionalLong.of(ProcessHandle.current().pid());

        double megabytes = read(new ProcessProbe("p", () -> self, false)).get(MEMORY);

        double heap = Runtime.getRuntime().totalMemory() / 1_048_576.0;
        assertThat(megabytes).isBetween(20.0, heap + 2_000);
    }

    private OptionalLong start(String script) throws IOException {
        process = new ProcessBuilder("sh", "-c", script).start();
        return OptionalLong.of(process.pid());
    }

    private static Map<Column, Double> read(Probe probe) {
        Map<Column, Double> sample = new HashMap<>();
        probe.read(sample);
        return sample;
    }
}
