package dev.latchkey.lab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpreadTest {
    @Test
    void theMiddleOfAnOddNumberIsOneOfThem() {
        assertThat(Spread.of(List.of(9.0, 1.0, 4.0))).isEqualTo(new Spread(1, 4, 9));
    }

    @Test
    void theMiddleOfAnEvenNumberLiesBetweenTheInnerTwo() {
        assertThat(Spread.of(List.of(8.0, 1.0, 2.0, 100.0))).isEqualTo(new Spread(1, 5, 100));
    }

    @Test
    void oneFigureIsAllThree() {
        assertThat(Spread.of(List.of(7.0))).isEqualTo(new Spread(7, 7, 7));
    }

    @Test
    void ratiosAreTakenRoundByRoundNotFromTheSums() {
        // The second round ran on a machine half as fast, for both.
        assertThat(Spread.ofRatios(List.of(300.0, 150.0), List.of(100.0, 50.0))).isEqualTo(new Spread(3, 3, 3));
    }

    @Test
    void figuresThatDoNotPairUpAreRefused() {
        assertThatThrownBy(() -> Spread.ofRatios(List.of(1.0), List.of(1.0, 2.0)))
                .hasMessage("1 figures of ours, 2 of theirs");
        assertThatThrownBy(() -> Spread.of(List.of())).hasMessage("no values");
    }

    @Test
    void theLineHoldsAllThree() {
        assertThat(Spread.of(List.of(1_000.0, 2_000.0, 4_500.0)).line("%,.0f/s"))
                .isEqualTo("min 1,000/s, median 2,000/s, max 4,500/s");
    }
}
