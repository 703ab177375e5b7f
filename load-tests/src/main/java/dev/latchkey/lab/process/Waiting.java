package dev.latchkey.lab.process;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Bounded waits for conditions that nobody announces. */
public final class Waiting {
    private static final long PAUSE_NANOS = Duration.ofMillis(20).toNanos();

    private Waiting() {}

    /** @throws IllegalStateException when {@code condition} is still false after {@code limit}, or when interrupted */
    public static void until(String what, Duration limit, BooleanSupplier condition) {
        if (!within(limit, condition)) {
            throw new IllegalStateException("waited " + limit + " in vain until " + what);
        }
    }

    /** Whether {@code condition} became true within {@code limit}; asked every 20 ms. Interruption reads as no. */
    public static boolean within(Duration limit, BooleanSupplier condition) {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0 || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return true;
    }
}
