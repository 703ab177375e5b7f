package dev.latchkey.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class DrainCurveTest {
    private final DrainCurve curve = new DrainCurve(10_000);

    @Test
    void theTimeUntilTheFirstProgressDoesNotCount() {
        look(0, 10_000);
        look(5_000, 10_000);
        assertThat(curve.hasBegun()).isFalse();

        look(9_000, 9_000);
        look(11_000, 0);

        assertThat(curve.isOver()).isTrue();
        assertThat(curve.seconds()).isEqualTo(2);
        assertThat(curve.perSecond()).isEqualTo(4_500);
    }

    @Test
    void theBestSecondIsTheSteepestStretchOfASecond() {
        look(0, 9_000);
        look(500, 8_500);
        look(1_000, 6_000);
        look(1_500, 4_000);
        look(2_500, 3_000);
        look(3_500, 0);

        assertThat(curve.bestSecond()).isEqualTo(4_500);
    }

    @Test
    void aDrainShorterThanASecondHasOneRate() {
        look(0, 6_000);
        look(500, 0);

        assertThat(curve.bestSecond()).isEqualTo(curve.perSecond()).isEqualTo(12_000);
    }

    @Test
    void oneLookTellsNoRate() {
        look(100, 0);

        assertThat(curve.isOver()).isTrue();
        assertThat(curve.perSecond()).isZero();
        assertThat(curve.bestSecond()).isZero();
    }

    private void look(long millis, long unsent) {
        curve.add(Duration.ofMillis(millis).toNanos(), unsent);
    }
}
