package dev.latchkey.lane;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** Owns the thread of a lane. Thread-safe. */
final class LaneRunner {
    private final Lane lane;
    private final LongSupplier nanoTime;
    private final Thread thread;
    private final CountDownLatch firstTurn = new CountDownLatch(1);
    private volatile boolean stopping;

    LaneRunner(Lane lane, LongSupplier nanoTime) {
        this.lane = lane;
        this.nanoTime = nanoTime;
        this.thread = new Thread(this::run, "latchkey-lane-" + lane.number());
        lane.shards().onRecovered(this::wakeUp);
    }

    Lane lane() {
        return lane;
    }

    void start() {
        thread.start();
    }

    /** Orders have changed: the next turn comes at once. */
    void wakeUp() {
        LockSupport.unpark(thread);
    }

    private void run() {
        try {
            while (!stopping) {
                long wait = lane.doWork(nanoTime.getAsLong());
                firstTurn.countDown();
                if (wait > 0 && !stopping) {
                    LockSupport.parkNanos(this, wait);
                }
            }
        } finally {
            lane.close();
        }
    }

    /** Returns when the lane has opened its incarnation, or failed to, or when the limit is over. */
    void awaitFirstTurn(Duration limit) throws InterruptedException {
        firstTurn.await(limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** How long ago the lane last got on; grows without end once the thread is stuck or dead. */
    Duration sinceLastStep() {
        return Duration.ofNanos(nanoTime.getAsLong() - lane.lastStep());
    }

    boolean isAlive() {
        return thread.isAlive();
    }

    /** Ends the thread after the present turn. Returns false when it didn't end in time. */
    boolean stop(Duration limit) throws InterruptedException {
        stopping = true;
        wakeUp();
        thread.join(limit.toMillis());
        return !thread.isAlive();
    }
}
