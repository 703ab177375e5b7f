package dev.latchkey.lab.workload;

import dev.latchkey.lab.history.HistoryRecorder;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Writes orders and their events at a given rate until told to stop, whatever the database does meanwhile.
 *
 * <p>It owns its threads: the writers, one for each long transaction, and one for the huge ones. Thread-safe.
 */
public final class OrdersWorkload implements AutoCloseable {
    private static final Duration JOIN_LIMIT = Duration.ofSeconds(30);
    private static final long RETRY_NANOS = Duration.ofMillis(200).toNanos();
    /** After an outage a writer catches up with this much, not with all of it. */
    private static final long MOST_BEHIND_NANOS = Duration.ofSeconds(5).toNanos();

    private static final int ROWS_AT_ONCE = 500;
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
        for (int n = 0; n < settings.profile().longOnes().count(); n++) {
            SplittableRandom random = root.split();
            long offset = stagger(n);
            spawn("lab-long-writer-" + n, () -> writeLong(random, offset));
        }
        if (settings.profile().hugeOnes().rows() > 0) {
            SplittableRandom random = root.split();
            spawn("lab-huge-writer", () -> writeHuge(random));
        }
    }

    /** Long transactions end one after the other, not all at once. */
    private long stagger(int n) {
        LongTransactions longOnes = settings.profile().longOnes();
        return longOnes.open().toNanos() * n / longOnes.count();
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
        double perSecond = (double) settings.eventsPerSecond() / settings.writers();
        Pace pace = settings.profile().pace();
        long start = System.nanoTime();
        double written = 0;
        try (Writer writer = writer(random)) {
            while (!isOver()) {
                long due = start + pace.dueNanos(written, perSecond);
                pauseUntil(due);
                int events = attempt(writer, due);
                attempted.add(events);
                written += events;
                long earliest = System.nanoTime() - MOST_BEHIND_NANOS;
                start += Math.max(0, earliest - start - pace.dueNanos(written, perSecond));
            }
        }
    }

    private Writer writer(SplittableRandom random) {
        return new Writer(
                random,
                settings.profile().mix(),
                new OrderEvents(random.split(), settings.profile()),
                new WriterConnection(source, history),
                new WriterConnection(source, history));
    }

    private int attempt(Writer writer, long due) {
        if (stopping) {
            return 0;
        }
        try {
            return writer.episode(due);
        } catch (SQLException e) {
            writer.abandon();
            failed(e);
            return 1;
        }
    }

    /** One transaction at a time: a first event at its start, a last one of the same key right before its commit. */
    private void writeLong(SplittableRandom random, long offset) {
        OrderEvents events = new OrderEvents(random, settings.profile());
        pauseUntil(System.nanoTime() + offset);
        try (WriterConnection connection = new WriterConnection(source, history)) {
            while (!isOver()) {
                try {
                    long due = System.nanoTime()
                            + settings.profile().longOnes().open().toNanos();
                    OrderEvents.Place place = events.place();
                    connection.write(events.at(place), due);
                    pauseUntil(due);
                    connection.write(events.at(place), due);
                    connection.commit();
                } catch (SQLException e) {
                    connection.abandon();
                    failed(e);
                }
            }
        }
    }

    private void writeHuge(SplittableRandom random) {
        HugeTransactions huge = settings.profile().hugeOnes();
        OrderEvents events = new OrderEvents(random, settings.profile());
        long due = System.nanoTime() + huge.every().toNanos();
        try (WriterConnection connection = new WriterConnection(source, history)) {
            pauseUntil(due);
            while (!isOver()) {
                try {
                    writeHuge(connection, events, huge.rows(), due);
                } catch (SQLException e) {
                    connection.abandon();
                    failed(e);
                }
                attempted.add(huge.rows());
                due = Math.max(due + huge.every().toNanos(), System.nanoTime());
                pauseUntil(due);
            }
        }
    }

    private void writeHuge(WriterConnection connection, OrderEvents events, int rows, long due) throws SQLException {
        for (int left = rows; left > 0 && !stopping; left -= ROWS_AT_ONCE) {
            List<OrderEvent> some = Stream.generate(() -> events.at(events.place()))
                    .limit(Math.min(left, ROWS_AT_ONCE))
                    .toList();
            connection.writeAll(some, due);
        }
        if (stopping) {
            connection.abandon();
        } else {
            connection.commit();
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
