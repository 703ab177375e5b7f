package dev.latchkey.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ScreenTest {
    private static final Status STATUS =
            new Status(Duration.ofSeconds(12), 500, 490, 7, 4.2, 31.5, "node-1 0-7  node-2 8-15");
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    @Test
    void linesHoldAllNumbersAndNoControlCharacters() {
        Screen screen = new LineScreen(out);
        screen.show(STATUS);
        screen.note(Duration.ofMillis(12_300), "node-2 killed (kill -9)");

        assertThat(printed().lines())
                .containsExactly(
                        "  12.0s  committed 500/s  delivered 490/s  backlog 7  p50 4.2 ms  p99 31.5 ms"
                                + "  node-1 0-7  node-2 8-15",
                        "  12.3s  * node-2 killed (kill -9)");
        assertThat(printed()).doesNotContain("\u001b");
    }

    @Test
    void terminalDrawsOverExactlyWhatItDrew() {
        Screen screen = new TerminalScreen(out);
        screen.show(STATUS);
        long lines = printed()
                .lines()
                .filter(line -> line.startsWith("  ") || line.isEmpty() || line.contains("running"))
                .count();
        bytes.reset();
        screen.note(Duration.ZERO, "news");

        assertThat(printed()).contains("\u001b[" + lines + "F\u001b[J").contains("news", "p99 31.5 ms");
    }

    private String printed() {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
