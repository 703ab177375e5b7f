package dev.latchkey.coordination;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The coordinator's one thread. All its logic runs here and so needs no lock. Thread-safe; after {@link #close} every
 * request is dropped.
 */
final class EventLoop implements AutoCloseable {
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

    /** A piece of the coordinator's work. */
    @FunctionalInterface
    interface Task {
        void run() throws Exception;
    }

    private final ScheduledThreadPoolExecutor executor;
    private final Consumer<Exception> failed;
    private final Set<Object> waiting = ConcurrentHashMap.newKeySet();
    private volatile Thread thread;

    /** @param failed told on the loop's thread when a task throws */
    EventLoop(String threadName, Consumer<Exception> failed) {
        this.failed = failed;
        executor = new ScheduledThreadPoolExecutor(1, runnable -> {
            Thread made = new Thread(runnable, threadName);
            made.setDaemon(true);
            thread = made;
            return made;
        });
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        executor.setRemoveOnCancelPolicy(true);
        executor.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
    }

    void run(Task task) {
        executor.execute(() -> guarded(task));
    }

    /** Runs the task unless one with the same key waits already: however many ask, one is queued. */
    void once(Object key, Task task) {
        if (waiting.add(key)) {
            run(() -> {
                waiting.remove(key);
                task.run();
            });
        }
    }

    /** Like {@link #once}, after a delay; the two don't share their keys' waiting. */
    void later(Object key, Duration delay, Task task) {
        record Later(Object key) {}
        Later mark = new Later(key);
        if (waiting.add(mark)) {
            Runnable run = () -> guarded(() -> {
                waiting.remove(mark);
                task.run();
            });
            Future<?> unused = executor.schedule(run, delay.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    void every(Duration pause, Task task) {
        Future<?> unused = executor.scheduleWithFixedDelay(
                () -> guarded(task), pause.toNanos(), pause.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void guarded(Task task) {
        try {
            task.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            failed.accept(e);
        }
    }

    /** Drops what waits and interrupts what runs; waits for its end unless it is the caller. */
    @Override
    public void close() {
        executor.shutdownNow();
        if (Thread.currentThread() == thread) {
            return;
        }
        try {
            executor.awaitTermination(CLOSE_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
