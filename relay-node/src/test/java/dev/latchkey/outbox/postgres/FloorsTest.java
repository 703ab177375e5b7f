package dev.latchkey.outbox.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FloorsTest {
    private final Floors floors = new Floors(4);

    @Test
    void aFloorWaitsUntilEveryTransactionThatCouldHoldALowerNumberHasEnded() {
        read(100, 50);
        floors.transactionGiven(120);
        read(119, 60);
        floors.raise(0, Long.MAX_VALUE);
        assertThat(floors.of(0))
                .as("a transaction older than 120 is still open")
                .isZero();

        read(120, 70);
        floors.raise(0, Long.MAX_VALUE);
        assertThat(floors.of(0)).as("numbers given out before ours").isEqualTo(50);
    }

    @Test
    void aFloorStaysBelowTheFirstUnsentRow() {
        ripen(50);
        floors.raise(0, 30);
        assertThat(floors.of(0)).isEqualTo(29);
    }

    @Test
    void aFloorNeverSinksByItself() {
        ripen(50);
        floors.raise(0, Long.MAX_VALUE);
        floors.raise(0, 20);
        assertThat(floors.of(0)).isEqualTo(50);
    }

    @Test
    void aNewerCandidateDoesNotKeepAnOlderOneFromRipening() {
        read(100, 50);
        floors.transactionGiven(120);
        read(110, 90);
        floors.transactionGiven(130);
        read(120, 95);
        floors.raise(0, Long.MAX_VALUE);
        assertThat(floors.of(0)).isEqualTo(50);
    }

    @Test
    void aSequenceThatWentBackResetsEveryFloor() {
        ripen(50);
        floors.raise(0, Long.MAX_VALUE);
        assertThat(floors.observe(window(500, 10))).isFalse();
        assertThat(floors.of(0)).isZero();
    }

    @Test
    void anUnusedSequenceGivesNothingAway() {
        read(100, 0);
        assertThat(floors.wantsTransaction()).isFalse();
    }

    @Test
    void shardsWhoseFloorsLieFarApartAreReadApart() {
        ripen(1_000_000);
        floors.raise(0, Long.MAX_VALUE);
        floors.raise(1, 999_000);
        floors.raise(2, 40_000);
        assertThat(floors.groups(List.of(0, 1, 2, 3))).containsExactly(List.of(3), List.of(2), List.of(1, 0));
    }

    private void ripen(long given) {
        read(100, given);
        floors.transactionGiven(120);
        read(120, given);
    }

    private void read(long xmin, long given) {
        assertThat(floors.observe(window(xmin, given))).isTrue();
    }

    private static Window window(long xmin, long given) {
        return new Window(List.of(), false, xmin, given, 0);
    }
}
