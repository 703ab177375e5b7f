package dev.latchkey.lane;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** Owns the thread of a lane. Thread-safe. */
final class LaneRunner {
    private final Lane lane;
    private final LongSupplier nanoTime;
    private final Thread thread;
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
                if (wait > 0 && !stopping) {
                    LockSupport.parkNanos(this, wait);
                }
            }
        } finally {
            lane.close();
        }
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
