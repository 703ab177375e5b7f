package dev.latchkey.lab.load;

import java.io.PrintStream;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * What a trial measured, warm-up left out.
 *
 * @param deliveredPerSecond events a second that reached the consumer
 * @param sinceCommit microseconds from the return of the commit to the consumer
 * @param sinceDue microseconds from the moment at which the event was due to the consumer: a writer that fell behind
 *     doesn't hide what its events waited
 * @param backlog committed and not seen when the measurement ended
 */
record TrialFigures(double deliveredPerSecond, Histogram sinceCommit, Histogram sinceDue, long backlog) {
    private static final double MICROS_PER_MILLI = 1_000;

    void print(PrintStream out) {
        out.printf(Locale.ROOT, "delivered %.0f events/s%n", deliveredPerSecond);
        out.println("commit to consumer: " + line(sinceCommit));
        out.println("due to consumer:    " + line(sinceDue));
        out.printf(Locale.ROOT, "backlog at the end: %,d events%n", backlog);
    }

    private static String line(Histogram latencies) {
        return String.format(
                Locale.ROOT,
                "p50 %.1f ms, p99 %.1f ms, max %.1f ms",
                latencies.getValueAtPercentile(50) / MICROS_PER_MILLI,
                latencies.getValueAtPercentile(99) / MICROS_PER_MILLI,
                latencies.getMaxValue() / MICROS_PER_MILLI);
    }
}
