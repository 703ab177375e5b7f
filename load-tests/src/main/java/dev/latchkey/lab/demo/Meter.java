package dev.latchkey.lab.demo;

import dev.latchkey.lab.history.HistoryRecorder;
import dev.latchkey.lab.observe.KafkaObserver;
import java.time.Duration;
import org.HdrHistogram.Histogram;

/** Makes rates of counts: every call tells about the time since the one before. For one thread. */
final class Meter {
    private final HistoryRecorder history;
    private final KafkaObserver observer;
    private final long start;
    private long last;
    private long committed;
    private long delivered;

    Meter(HistoryRecorder history, KafkaObserver observer, long now) {
        this.history = history;
        this.observer = observer;
        this.start = now;
        this.last = now;
    }

    Status read(long now, String owners) {
        double seconds = Math.max(1, now - last) / 1e9;
        long committedNow = history.committed();
        long deliveredNow = history.delivered();
        Histogram latencies = observer.latenciesSinceLastCall();
        Status status = new Status(
                Duration.ofNanos(now - start),
                Math.round((committedNow - committed) / seconds),
                Math.round((deliveredNow - delivered) / seconds),
                history.backlog(),
                latencies.getValueAtPercentile(50) / 1_000.0,
                latencies.getValueAtPercentile(99) / 1_000.0,
                owners);
        last = now;
        committed = committedNow;
        delivered = deliveredNow;
        return status;
    }
}
