package dev.latchkey.lab.report;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Asks a probe that may have to wait for an answer, on a thread of its own, and tells what it said last as long as that is
 * fresh: a paused node or a database that is away must not stop the other measurements.
 */
final class BackgroundProbe implements Probe {
    private static final Duration PERIOD = Duration.ofSeconds(1);
    private static final Duration FRESH = Duration.ofSeconds(3);
    private static final Duration JOIN_LIMIT = Duration.ofSeconds(5);

    private final Probe slow;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Thread thread;
    /** Written by the thread, read by the sampler. */
    private volatile Answer last = new Answer(Map.of(), System.nanoTime());

    private volatile RuntimeException failure;

    private record Answer(Map<Column, Double> values, long nanos) {}

    BackgroundProbe(String name, Probe slow) {
        this.slow = slow;
        this.thread = new Thread(this::ask, "lab-probe-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    private void ask() {
        try (slow) {
            do {
                Map<Column, Double> values = new ConcurrentHashMap<>();
                slow.read(values);
                last = new Answer(values, System.nanoTime());
            } while (!stopped.await(PERIOD.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            failure = e;
        }
    }

    @Override
    public void read(Map<Column, Double> sample) {
        if (failure != null) {
            throw failure;
        }
        Answer answer = last;
        if (System.nanoTime() - answer.nanos() < FRESH.toNanos()) {
            sample.putAll(answer.values());
        }
    }

    @Override
    public void close() {
        stopped.countDown();
        try {
            thread.join(JOIN_LIMIT.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
