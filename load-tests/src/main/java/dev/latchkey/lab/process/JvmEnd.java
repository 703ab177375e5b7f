package dev.latchkey.lab.process;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Cleanups that run when the JVM ends, newest first, one after the other.
 *
 * <p>Shutdown hooks of the JVM run side by side, which would stop a database under the process that still uses it.
 * Everything of the lab therefore shares this one hook, and what was started last goes first. Thread-safe.
 */
public final class JvmEnd {
    private static final Deque<Entry> CLEANUPS = new ArrayDeque<>();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(JvmEnd::runAll, "lab-jvm-end"));
    }

    private JvmEnd() {}

    /** Undoes a registration; closing it twice is harmless. */
    public interface Registration extends AutoCloseable {
        @Override
        void close();
    }

    /** Runs {@code cleanup} at the end of the JVM, unless the registration is closed before. */
    public static Registration register(Runnable cleanup) {
        Entry entry = new Entry(cleanup);
        synchronized (CLEANUPS) {
            CLEANUPS.push(entry);
        }
        return () -> {
            synchronized (CLEANUPS) {
                CLEANUPS.remove(entry);
            }
        };
    }

    private static void runAll() {
        for (Entry entry = next(); entry != null; entry = next()) {
            try {
                entry.cleanup.run();
            } catch (RuntimeException | Error e) {
                // The JVM is going: one failed cleanup must not keep the others from running.
                System.err.println("cleanup at the end of the JVM failed: " + e);
            }
        }
    }

    private static Entry next() {
        synchronized (CLEANUPS) {
            return CLEANUPS.poll();
        }
    }

    /** Identity matters: the same cleanup may be registered twice. */
    private static final class Entry {
        private final Runnable cleanup;

        Entry(Runnable cleanup) {
            this.cleanup = cleanup;
        }
    }
}
