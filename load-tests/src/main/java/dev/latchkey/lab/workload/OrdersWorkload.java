package dev.latchkey.lab.workload;

import dev.latchkey.lab.history.HistoryRecorder;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * Writes orders and their events at a given rate until told to stop, whatever the database does meanwhile.
 *
 * <p>It owns its threads: the writers, and one that keeps a long transaction open. Thread-safe.
 */
public final class OrdersWorkload implements AutoCloseable {
    private static final Duration JOIN_LIMIT = Duration.ofSeconds(30);
    private static final long RETRY_NANOS = Duration.ofMillis(200).toNanos();
    /** After an outage a writer catches up with this much, not with all of it. */
    private static final long MOST_BEHIND_NANOS = Duration.ofSeconds(5).toNanos();

    private static final long STEP_NANOS = Duration.ofMillis(50).toNanos();

    private final WorkloadSettings settings;
    private final ConnectionSource source;
    private final HistoryRecorder history;
    private final List<Thread> threads = new ArrayList<>();
    private final LongAdder attempted = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private volatile boolean stopping;
    private volatile String lastFailure = "";

    public OrdersWorkload(WorkloadSettings settings, ConnectionSource source, HistoryRecorder history) {
        this.settings = settings;
        this.source = source;
        this.history = history;
    }

    public void start() {
        SplittableRandom root = new SplittableRandom(settings.seed());
        for (int writer = 0; writer < settings.writers(); writer++) {
            SplittableRandom random = root.split();
            spawn("lab-writer-" + writer, () -> writeAtRate(random));
        }
        if (!settings.longTransaction().isZero()) {
            SplittableRandom random = root.split();
            spawn("lab-long-writer", () -> writeLong(random));
        }
    }

    private void spawn(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    /** Tells the writers to stop and waits for them; every transaction has its outcome then. */
    public void stop() {
        stopping = true;
        for (Thread thread : threads) {
            try {
                thread.join(JOIN_LIMIT.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** Whether the writers ended, told to or because they had written the most they may. */
    public boolean isOver() {
        return stopping || attempted.sum() >= settings.maxEvents();
    }

    /** Episodes that an error ended. */
    public long failures() {
        return failures.sum();
    }

    /** The last error's message; empty while there was none. */
    public String lastFailure() {
        return lastFailure;
    }

    @Override
    public void close() {
        stop();
    }

    private void writeAtRate(SplittableRandom random) {
        double nanosPerEvent = 1e9 * settings.writers() / settings.eventsPerSecond();
        long due = System.nanoTime();
        try (Writer writer = writer(random)) {
            while (!isOver()) {
                pauseUntil(due);
                int events = attempt(writer);
                attempted.add(events);
                long earliest = System.nanoTime() - MOST_BEHIND_NANOS;
                due = Math.max(due + Math.round(events * nanosPerEvent), earliest);
            }
        }
    }

    private Writer writer(SplittableRandom random) {
        return new Writer(
                random,
                new OrderEvents(random.split(), settings.keys(), settings.skew()),
                new WriterConnection(source, history),
                new WriterConnection(source, history));
    }

    private int attempt(Writer writer) {
        try {
            return writer.episode();
        } catch (SQLException e) {
            writer.abandon();
            failed(e);
            return 1;
        }
    }

    /** One transaction at a time: a first event at its start, a last one of the same key right before its commit. */
    private void writeLong(SplittableRandom random) {
        OrderEvents events = new OrderEvents(random, settings.keys(), settings.skew());
        try (WriterConnection connection = new WriterConnection(source, history)) {
            while (!isOver()) {
                try {
                    OrderEvents.Place place = events.place();
                    connection.write(events.at(place));
                    pauseUntil(System.nanoTime() + settings.longTransaction().toNanos());
                    connection.write(events.at(place));
                    connection.commit();
                } catch (SQLException e) {
                    connection.abandon();
                    failed(e);
                }
            }
        }
    }

    private void failed(SQLException e) {
        failures.increment();
        lastFailure = String.valueOf(e.getMessage());
        pauseUntil(System.nanoTime() + RETRY_NANOS);
    }

    /** In steps, so that a stop is noticed. */
    private void pauseUntil(long due) {
        for (long left = due - System.nanoTime(); left > 0 && !stopping; left = due - System.nanoTime()) {
            LockSupport.parkNanos(Math.min(left, STEP_NANOS));
        }
    }
}
