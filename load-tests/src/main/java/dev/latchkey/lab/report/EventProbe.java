package dev.latchkey.lab.report;

import dev.latchkey.lab.history.HistoryRecorder;
import java.util.Map;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/** What goes in, what comes out, what waits, and how long it took. */
final class EventProbe implements Probe {
    private static final double MICROS_PER_MILLI = 1_000;

    private final Supplier<HistoryRecorder> histories;
    private final Supplier<Histogram> latencies;
    private HistoryRecorder last;
    private long lastNanos = System.nanoTime();
    private long committed;
    private long delivered;

    /**
     * @param histories the present one: a long run has one after the other
     * @param latencies in microseconds, of what arrived since the last call
     */
    EventProbe(Supplier<HistoryRecorder> histories, Supplier<Histogram> latencies) {
        this.histories = histories;
        this.latencies = latencies;
        HistoryRecorder history = histories.get();
        this.last = history;
        this.committed = history.committed();
        this.delivered = history.delivered();
    }

    @Override
    public void read(Map<Column, Double> sample) {
        HistoryRecorder history = histories.get();
        if (history != last) {
            last = history;
            committed = 0;
            delivered = 0;
        }
        long now = System.nanoTime();
        double seconds = Math.max(1, now - lastNanos) / 1e9;
        long committedNow = history.committed();
        long deliveredNow = history.delivered();
        sample.put(Column.ofEvents("committedPerSecond"), (committedNow - committed) / seconds);
        sample.put(Column.ofEvents("deliveredPerSecond"), (deliveredNow - delivered) / seconds);
        sample.put(Column.ofEvents("backlogEvents"), (double) history.backlog());
        sample.put(Column.ofEvents("oldestSeconds"), history.oldestWaitNanos(now) / 1e9);
        lastNanos = now;
        committed = committedNow;
        delivered = deliveredNow;
        readLatencies(sample);
    }

    /** A second in which nothing arrived has no latency: a gap, where a zero would read as fast. */
    private void readLatencies(Map<Column, Double> sample) {
        Histogram micros = latencies.get();
        if (micros.getTotalCount() > 0) {
            sample.put(Column.ofEvents("latencyP50Millis"), micros.getValueAtPercentile(50) / MICROS_PER_MILLI);
            sample.put(Column.ofEvents("latencyP99Millis"), micros.getValueAtPercentile(99) / MICROS_PER_MILLI);
            sample.put(Column.ofEvents("latencyMaxMillis"), micros.getMaxValue() / MICROS_PER_MILLI);
        }
    }
}
