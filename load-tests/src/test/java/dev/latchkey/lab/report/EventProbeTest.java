package dev.latchkey.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.lab.history.HistoryRecorder;
import dev.latchkey.lab.history.OpenTransaction;
import dev.latchkey.lab.history.Sighting;
import dev.latchkey.lab.process.Waiting;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class EventProbeTest {
    private final AtomicReference<HistoryRecorder> history = new AtomicReference<>(new HistoryRecorder());
    private final AtomicReference<Histogram> latencies = new AtomicReference<>(new Histogram(3));
    private final EventProbe probe = new EventProbe(history::get, latencies::get);

    @Test
    void whatIsCommittedAndNotSeenIsBacklogAndAges() {
        commit(new UUID(1, 1));
        commit(new UUID(1, 2));
        see(new UUID(1, 2));
        Waiting.within(Duration.ofMillis(50), () -> false);

        Map<Column, Double> sample = read();
        assertThat(sample.get(Column.ofEvents("backlogEvents"))).isEqualTo(1);
        assertThat(sample.get(Column.ofEvents("oldestSeconds"))).isBetween(0.05, 10.0);
        assertThat(sample.get(Column.ofEvents("committedPerSecond")))
                .isEqualTo(2 * sample.get(Column.ofEvents("deliveredPerSecond")));

        see(new UUID(1, 1));
        assertThat(read().get(Column.ofEvents("oldestSeconds"))).isZero();
    }

    @Test
    void aNewSegmentsHistoryBeginsAtZero() {
        commit(new UUID(1, 1));
        read();
        history.set(new HistoryRecorder());

        assertThat(read().get(Column.ofEvents("committedPerSecond"))).isZero();
    }

    @Test
    void aSecondInWhichNothingArrivedHasNoLatency() {
        assertThat(read()).doesNotContainKey(Column.ofEvents("latencyP50Millis"));

        Histogram some = new Histogram(3);
        some.recordValue(2_000);
        latencies.set(some);
        assertThat(read()).containsEntry(Column.ofEvents("latencyMaxMillis"), 2.0);
    }

    private void commit(UUID id) {
        OpenTransaction transaction = history.get().begin();
        transaction.wrote(id, "t", "k", new byte[0]);
        transaction.committing();
        transaction.committed();
    }

    private void see(UUID id) {
        history.get().saw(new Sighting("t", 0, 0, "k", id, 0, System.nanoTime()));
    }

    private Map<Column, Double> read() {
        Map<Column, Double> sample = new HashMap<>();
        probe.read(sample);
        return sample;
    }
}
