package dev.latchkey.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.lab.process.Waiting;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SamplerTest {
    private static final Column A = Column.ofEvents("a");
    private static final Column B = Column.ofEvents("b");

    private final RunLog log = new RunLog("steady", Map.of());

    @Test
    void aProbeThatFailsIsNotedOnceAndTheOthersGoOn() {
        AtomicInteger asked = new AtomicInteger();
        Probe broken = sample -> {
            asked.incrementAndGet();
            throw new IllegalStateException("no such view");
        };
        try (Sampler sampler = new Sampler(log, List.of(broken, sample -> sample.put(B, 2.0)))) {
            sampler.sample();
            sampler.sample();
        }

        assertThat(asked).hasValue(1);
        assertThat(log.data().notes())
                .extracting(RunData.Note::text)
                .containsExactly("left out from here on: no such view");
        assertThat(log.data().samples().series())
                .extracting(RunData.Series::values)
                .containsExactly(List.of(2.0, 2.0));
    }

    @Test
    void aProbeThatHangsStopsNobody() {
        CountDownLatch never = new CountDownLatch(1);
        Probe hanging = new BackgroundProbe("hanging", sample -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        try (Sampler sampler = new Sampler(log, List.of(hanging, sample -> sample.put(B, 2.0)))) {
            sampler.sample();
            never.countDown();
        }

        assertThat(log.data().samples().atSeconds()).hasSize(1);
    }

    @Test
    void anAnswerFromTheBackgroundIsInTheSample() {
        try (Probe probe = new BackgroundProbe("quick", sample -> sample.put(A, 1.0))) {
            Waiting.until("an answer is there", Duration.ofSeconds(10), () -> {
                Map<Column, Double> sample = new HashMap<>();
                probe.read(sample);
                return Double.valueOf(1.0).equals(sample.get(A));
            });
        }
    }
}
