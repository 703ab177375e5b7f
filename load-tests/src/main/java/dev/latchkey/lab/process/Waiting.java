package dev.latchkey.lab.process;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Bounded waits for conditions that nobody announces. */
public final class Waiting {
    private static final Duration PAUSE = Duration.ofMillis(20);

    private Waiting() {}

    /** @throws IllegalStateException when {@code condition} is still false after {@code limit}, or when interrupted */
    public static void until(String what, Duration limit, BooleanSupplier condition) {
        if (!within(limit, condition)) {
            throw new IllegalStateException("waited " + limit.toSeconds() + " s in vain until " + what);
        }
    }

    /** Whether {@code condition} became true within {@code limit}; asked every 20 ms. Interruption reads as no. */
    public static boolean within(Duration limit, BooleanSupplier condition) {
        return within(limit, PAUSE, condition);
    }

    /** The same, asking once in every {@code pause}: for conditions that cost something to ask. */
    public static boolean within(Duration limit, Duration pause, BooleanSupplier condition) {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0 || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(pause.toNanos());
        }
        return true;
    }
}
