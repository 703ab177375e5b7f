package dev.latchkey.lab.load;

import dev.latchkey.lab.demo.Terminal;
import dev.latchkey.lab.observe.LatencyTap;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/** Says how a long run goes: a line every few seconds, or one that is drawn over itself on a terminal. Thread-safe. */
final class Progress {
    private static final Duration LINE_EVERY = Duration.ofSeconds(5);
    private static final Duration DRAW_EVERY = Duration.ofSeconds(1);
    private static final String START_OF_LINE = "\r\u001b[K";
    private static final double MICROS_PER_MILLI = 1_000;

    private final EventFlow flow;
    private final PrintStream out;
    private final boolean live = Terminal.isOurs();
    private final LatencyTap latencies;
    private final long began = System.nanoTime();
    private long last = began;
    private long committed;
    private long delivered;

    Progress(EventFlow flow, PrintStream out) {
        this.flow = flow;
        this.out = out;
        this.latencies = flow.observer().tap();
    }

    /** To be called often; shows something when it is time. */
    synchronized void show() {
        long now = System.nanoTime();
        if (now - last < (live ? DRAW_EVERY : LINE_EVERY).toNanos()) {
            return;
        }
        String line = line(now);
        if (live) {
            out.print(START_OF_LINE + line);
            out.flush();
        } else {
            out.println(line);
        }
    }

    /** Something happened that is worth a line. */
    synchronized void note(String what) {
        out.printf(Locale.ROOT, "%s%6.1fs  * %s%n", live ? START_OF_LINE : "", (System.nanoTime() - began) / 1e9, what);
    }

    /** Leaves the live line behind. */
    synchronized void end() {
        if (live) {
            out.print(START_OF_LINE);
            out.flush();
        }
    }

    private String line(long now) {
        double seconds = (now - last) / 1e9;
        long committedNow = flow.history().committed();
        long deliveredNow = flow.history().delivered();
        String line = String.format(
                Locale.ROOT,
                "%6.1fs  committed %.0f/s  delivered %.0f/s  backlog %,d  p99 %.1f ms  %s",
                (now - began) / 1e9,
                (committedNow - committed) / seconds,
                (deliveredNow - delivered) / seconds,
                flow.history().backlog(),
                latencies.sinceCommit().getValueAtPercentile(99) / MICROS_PER_MILLI,
                flow.owners().compact());
        last = now;
        committed = committedNow;
        delivered = deliveredNow;
        return line;
    }
}
