package dev.latchkey.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BacklogTest {
    @Test
    void aSampleIsSpreadEvenlyAndHoldsTheLastRow() {
        assertThat(Backlog.spread(501, 1_500, 4)).containsExactly(750L, 1_000L, 1_250L, 1_500L);
    }

    @Test
    void fewRowsAreAllInTheSample() {
        assertThat(Backlog.spread(7, 9, 1_000)).containsExactly(7L, 8L, 9L);
    }

    @Test
    void manyRowsDoNotOverflow() {
        Long[] sample = Backlog.spread(3_000_000_001L, 3_020_000_000L, 1_000);

        assertThat(sample).hasSize(1_000).doesNotHaveDuplicates().isSorted();
        assertThat(sample[999]).isEqualTo(3_020_000_000L);
    }
}
