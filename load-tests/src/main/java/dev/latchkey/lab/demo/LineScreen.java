package dev.latchkey.lab.demo;

import java.io.PrintStream;
import java.time.Duration;

/** One line for each status and each note: for logs and pipes. */
final class LineScreen implements Screen {
    private static final Duration INTERVAL = Duration.ofSeconds(2);

    private final PrintStream out;

    LineScreen(PrintStream out) {
        this.out = out;
    }

    @Override
    public Duration interval() {
        return INTERVAL;
    }

    @Override
    public void show(Status s) {
        out.printf(
                "%6.1fs  committed %d/s  delivered %d/s  backlog %d  p50 %.1f ms  p99 %.1f ms  %s%n",
                seconds(s.elapsed()),
                s.committedPerSecond(),
                s.deliveredPerSecond(),
                s.backlog(),
                s.p50Millis(),
                s.p99Millis(),
                s.owners());
    }

    @Override
    public void note(Duration elapsed, String what) {
        out.printf("%6.1fs  * %s%n", seconds(elapsed), what);
    }

    static double seconds(Duration elapsed) {
        return elapsed.toMillis() / 1_000.0;
    }
}
