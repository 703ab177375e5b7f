package dev.latchkey.lab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class VisibilityTest {
    private static final TopicPartition A = new TopicPartition("t", 0);
    private static final TopicPartition B = new TopicPartition("t", 1);

    private final Visibility visibility = new Visibility();

    @Test
    void aRecordIsVisibleFromTheFirstLookThatReachedIt() {
        look(10, 5, 5);
        look(20, 7, 5);
        look(30, 9, 6);

        assertThat(visibility.nanosOf(A, 5)).isEqualTo(20);
        assertThat(visibility.nanosOf(A, 6)).isEqualTo(20);
        assertThat(visibility.nanosOf(A, 7)).isEqualTo(30);
        assertThat(visibility.nanosOf(B, 5)).isEqualTo(30);
    }

    @Test
    void whatNoLookHasReachedHasNoTime() {
        look(10, 5, 5);

        assertThatThrownBy(() -> visibility.nanosOf(A, 5)).hasMessage("no look has reached t-0@5");
    }

    @Test
    void progressIsCountedFromTheFirstLookOn() {
        assertThat(visibility.offsets()).isZero();
        look(10, 5, 5);
        look(20, 7, 6);

        assertThat(visibility.offsets()).isEqualTo(3);
    }

    @Test
    void standingStillIsTold() {
        assertThat(look(10, 5, 5)).isTrue();
        assertThat(look(20, 5, 5)).isFalse();
        assertThat(look(30, 5, 6)).isTrue();
    }

    private boolean look(long nanos, long a, long b) {
        return visibility.add(nanos, Map.of(A, a, B, b));
    }
}
