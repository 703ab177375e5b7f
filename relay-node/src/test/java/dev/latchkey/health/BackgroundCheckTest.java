package dev.latchkey.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class BackgroundCheckTest {
    private final AtomicLong now = new AtomicLong();
    private final Deque<Runnable> pending = new ArrayDeque<>();
    private final AtomicReference<Optional<String>> truth = new AtomicReference<>(Optional.empty());
    private final AtomicInteger asked = new AtomicInteger();
    private final BackgroundCheck hanging =
            new BackgroundCheck(this::answer, Duration.ofSeconds(5), pending::add, now::get);

    private Optional<String> answer() {
        asked.incrementAndGet();
        return truth.get();
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    @Test
    void isUnwellBeforeTheFirstAnswer() {
        assertThat(hanging.problem())
                .hasValueSatisfying(problem -> assertThat(problem).contains("no answer"));
    }

    @Test
    void keepsAnAnswerForAWhileAndThenAsksAgain() {
        BackgroundCheck check = new BackgroundCheck(this::answer, Duration.ofSeconds(5), Runnable::run, now::get);
        assertThat(check.problem()).isEmpty();
        truth.set(Optional.of("away"));
        pass(Duration.ofMillis(4999));
        assertThat(check.problem()).isEmpty();
        pass(Duration.ofMillis(1));

        assertThat(check.problem()).contains("away");
        assertThat(asked).hasValue(2);
    }

    @Test
    void tellsTheLastAnswerWhileTheNextIsYoungAndNotForEver() {
        hanging.problem();
        pending.remove().run();
        assertThat(hanging.problem()).isEmpty();
        pass(Duration.ofSeconds(6));

        assertThat(hanging.problem()).isEmpty();
        pass(Duration.ofSeconds(4));
        assertThat(hanging.problem()).contains("no answer for 4000 ms");
    }

    @Test
    void asksOneQuestionAtATime() {
        hanging.problem();
        pass(Duration.ofMinutes(5));
        hanging.problem();

        assertThat(pending).hasSize(1);
    }

    @Test
    void aQuestionThatThrowsIsAProblem() {
        BackgroundCheck broken = new BackgroundCheck(
                () -> {
                    throw new IllegalStateException("closed");
                },
                Duration.ofSeconds(5),
                Runnable::run,
                now::get);

        assertThat(broken.problem())
                .hasValueSatisfying(problem -> assertThat(problem).contains("closed"));
    }

    @Test
    void answersWhileTheNodeShutsDown() {
        BackgroundCheck late = new BackgroundCheck(
                this::answer,
                Duration.ofSeconds(5),
                task -> {
                    throw new RejectedExecutionException();
                },
                now::get);

        assertThat(late.problem()).contains("the node is shutting down");
    }
}
