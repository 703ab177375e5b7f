package dev.latchkey.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RetryDelaysTest {
    private final RetryDelays delays =
            new RetryDelays(new RetryPolicy(Duration.ofSeconds(1), Duration.ofSeconds(30), 100));

    @Test
    void waitsDoubleUpToTheLimitAndEndAfterTheLastAttempt() {
        List<Long> seconds = IntStream.range(0, 100)
                .mapToObj(i -> delays.next().orElseThrow().toSeconds())
                .toList();

        assertThat(seconds).startsWith(1L, 2L, 4L, 8L, 16L, 30L, 30L).endsWith(30L);
        assertThat(delays.next()).isEmpty();
    }

    @Test
    void aSuccessBeginsAnew() {
        IntStream.range(0, 100).forEach(i -> delays.next());
        delays.reset();
        assertThat(delays.next()).isEqualTo(Optional.of(Duration.ofSeconds(1)));
    }

    @Test
    void waitsWithoutAnEndStayAtTheLimit() {
        IntStream.range(0, 1000).forEach(i -> delays.nextForever());
        assertThat(delays.nextForever()).isEqualTo(Duration.ofSeconds(30));
    }
}
