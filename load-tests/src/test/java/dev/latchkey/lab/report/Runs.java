package dev.latchkey.lab.report;

import dev.latchkey.lab.history.Anomaly;
import dev.latchkey.lab.history.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;

/** Runs to report on, on a clock that stands until it is moved. */
final class Runs {
    static final Verdict CLEAN = new Verdict(1_000, 1_000, Map.of(), List.of(), 0);

    private final AtomicLong nanos = new AtomicLong(7);

    RunLog begin(String title, Map<String, String> settings) {
        return new RunLog(title, settings, () -> Instant.parse("2026-01-01T00:00:00Z"), nanos::get);
    }

    long nanos() {
        return nanos.get();
    }

    void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    /** A run with something of every kind, all of it named alike. */
    RunData withEverythingNamed(String name) {
        RunLog log = begin(name, Map.of(name, name));
        log.owner(3, name, 1, nanos.get());
        pass(Duration.ofSeconds(1));
        log.sample(Map.of(Column.ofEvents("deliveredPerSecond"), 500.0, new Column(name, "cpuCores"), 0.25));
        FaultMark fault = log.fault(name, name);
        log.note(name);
        pass(Duration.ofMillis(2_500));
        fault.end(name);
        log.owner(3, name, 2, nanos.get());
        log.figure(name, 10.9, name);
        log.table(name, List.of(name, name), List.of(List.of(name, name)));
        log.percentiles(name, name, latencies());
        log.judged(new Verdict(
                10,
                9,
                Map.of(Anomaly.Kind.LOST, 1L),
                List.of(new Anomaly(Anomaly.Kind.LOST, name, name, List.of(new UUID(1, 2)), 0, 0, name)),
                0));
        return log.data();
    }

    private static Histogram latencies() {
        Histogram micros = new Histogram(3);
        for (int n = 1; n <= 1_000; n++) {
            micros.recordValue(n * 100);
        }
        return micros;
    }
}
