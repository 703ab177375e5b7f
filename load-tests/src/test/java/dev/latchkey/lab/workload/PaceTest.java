package dev.latchkey.lab.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class PaceTest {
    private static final Pace BURSTS = Pace.bursts(Duration.ofSeconds(10), 10);
    private static final double SECOND = 1e9;

    @Test
    void anEvenPaceIsEven() {
        assertThat(Pace.EVEN.dueNanos(0, 50)).isZero();
        assertThat(Pace.EVEN.dueNanos(100, 50)).isEqualTo(Duration.ofSeconds(2).toNanos());
    }

    @Test
    void burstsAreSilentForNineSecondsAndTenTimesAsFastForOne() {
        long[] due = IntStream.range(0, 3_000)
                .mapToLong(n -> BURSTS.dueNanos(n, 100))
                .toArray();

        for (int second = 0; second < 30; second++) {
            double from = second * SECOND;
            long inIt = IntStream.range(0, due.length)
                    .filter(n -> due[n] >= from && due[n] < from + SECOND)
                    .count();
            assertThat(inIt).as("second %d", second).isEqualTo(second % 10 == 9 ? 1_000 : 0);
        }
    }

    @Property
    void burstsNeverGoBackAndKeepTheRate(
            @ForAll @IntRange(max = 1_000_000) int events, @ForAll @IntRange(min = 1, max = 10_000) int perSecond) {
        long due = BURSTS.dueNanos(events, perSecond);

        assertThat(BURSTS.dueNanos(events + 1.0, perSecond)).isGreaterThanOrEqualTo(due);
        assertThat(Math.abs(due - Pace.EVEN.dueNanos(events, perSecond)))
                .isLessThanOrEqualTo(Duration.ofSeconds(10).toNanos());
    }
}
