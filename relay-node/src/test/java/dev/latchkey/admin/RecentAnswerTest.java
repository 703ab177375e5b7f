package dev.latchkey.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.failure.RelayFailure;
import dev.latchkey.failure.RetryableFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class RecentAnswerTest {
    private final AtomicLong now = new AtomicLong();
    private final AtomicInteger asked = new AtomicInteger();

    private <T> RecentAnswer<T> remembered(RecentAnswer.Question<T> question) {
        return new RecentAnswer<>(question, Duration.ofSeconds(1), now::get);
    }

    @Test
    void asksOnceASecond() throws RelayFailure {
        RecentAnswer<Integer> answer = remembered(asked::incrementAndGet);

        assertThat(answer.get()).isEqualTo(1);
        now.set(999_999_999);
        assertThat(answer.get()).isEqualTo(1);
        now.set(1_000_000_000);
        assertThat(answer.get()).isEqualTo(2);
    }

    @Test
    void remembersAFailureToo() {
        RecentAnswer<Integer> answer = remembered(() -> {
            throw new RetryableFailure("away " + asked.incrementAndGet(), null);
        });

        assertThatThrownBy(answer::get).hasMessage("away 1");
        assertThatThrownBy(answer::get).hasMessage("away 1");
        now.set(1_000_000_000);
        assertThatThrownBy(answer::get).hasMessage("away 2");
    }

    @Test
    void thoseWhoComeMeanwhileShareOneQuestion() throws Exception {
        CountDownLatch underWay = new CountDownLatch(1);
        CountDownLatch mayAnswer = new CountDownLatch(1);
        RecentAnswer<Integer> answer = remembered(() -> {
            underWay.countDown();
            await(mayAnswer);
            return asked.incrementAndGet();
        });
        ExecutorService callers = Executors.newFixedThreadPool(4);
        try {
            List<Future<Integer>> answers = new ArrayList<>();
            answers.add(callers.submit(answer::get));
            await(underWay);
            now.set(60_000_000_000L);
            for (int caller = 0; caller < 3; caller++) {
                answers.add(callers.submit(answer::get));
            }
            mayAnswer.countDown();
            for (Future<Integer> one : answers) {
                assertThat(one.get(10, TimeUnit.SECONDS)).isEqualTo(1);
            }
        } finally {
            callers.shutdownNow();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
