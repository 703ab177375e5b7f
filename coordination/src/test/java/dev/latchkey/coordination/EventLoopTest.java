package dev.latchkey.coordination;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class EventLoopTest {
    private final List<Exception> failures = new CopyOnWriteArrayList<>();

    @Test
    void requestsForTheSameWorkCoalesceWhileOneWaits() throws Exception {
        try (EventLoop loop = new EventLoop("loop", failures::add)) {
            CountDownLatch busy = new CountDownLatch(1);
            AtomicInteger runs = new AtomicInteger();
            loop.run(busy::await);
            for (int i = 0; i < 1000; i++) {
                loop.once("work", runs::incrementAndGet);
                loop.once("other work", () -> {});
            }
            busy.countDown();
            finish(loop);
            assertThat(runs).hasValue(1);
            loop.once("work", runs::incrementAndGet);
            finish(loop);
            assertThat(runs).hasValue(2);
        }
    }

    @Test
    void aTaskThatFailsIsReportedAndTheNextOneRuns() throws Exception {
        try (EventLoop loop = new EventLoop("loop", failures::add)) {
            loop.run(() -> {
                throw new IllegalStateException("boom");
            });
            finish(loop);
            assertThat(failures).hasSize(1);
        }
    }

    @Test
    void closingInterruptsWhatRunsAndDropsWhatComesLater() {
        EventLoop loop = new EventLoop("loop", failures::add);
        AtomicInteger runs = new AtomicInteger();
        loop.run(() -> new CountDownLatch(1).await());
        loop.later("later", Duration.ZERO, runs::incrementAndGet);
        loop.close();
        loop.run(runs::incrementAndGet);
        loop.later("after", Duration.ZERO, runs::incrementAndGet);
        assertThat(runs).hasValue(0);
        assertThat(failures).isEmpty();
    }

    private static void finish(EventLoop loop) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        loop.run(done::countDown);
        assertThat(done.await(5, TimeUnit.SECONDS)).isTrue();
    }
}
