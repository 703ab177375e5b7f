package dev.latchkey.bridge;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Owns a thread that takes turns. Thread-safe. */
final class BridgeThread {
    private static final Logger log = LoggerFactory.getLogger(BridgeThread.class);

    /** So that a defect is said again and again, and not a thousand times a second. */
    private static final long PAUSE_AFTER_DEFECT = Duration.ofSeconds(1).toNanos();

    private final Turn turn;
    private final LongSupplier nanoTime;
    private final Thread thread;
    private volatile boolean stopping;

    BridgeThread(String name, Turn turn, LongSupplier nanoTime) {
        this.turn = turn;
        this.nanoTime = nanoTime;
        this.thread = new Thread(this::run, name);
    }

    void start() {
        thread.start();
    }

    /** There may be something to do: the next turn comes at once. */
    void wakeUp() {
        LockSupport.unpark(thread);
    }

    private void run() {
        try {
            while (!stopping) {
                long wait = guarded();
                if (wait > 0 && !stopping) {
                    LockSupport.parkNanos(this, wait);
                }
            }
        } finally {
            turn.close();
        }
    }

    private long guarded() {
        try {
            return turn.doWork(nanoTime.getAsLong());
        } catch (RuntimeException e) {
            log.error("{}: a turn failed unexpectedly", thread.getName(), e);
            return PAUSE_AFTER_DEFECT;
        }
    }

    /** Ends the thread after the present turn. Returns false when it didn't end in time. */
    boolean stop(Duration limit) throws InterruptedException {
        stopping = true;
        wakeUp();
        thread.join(limit.toMillis());
        return !thread.isAlive();
    }
}
