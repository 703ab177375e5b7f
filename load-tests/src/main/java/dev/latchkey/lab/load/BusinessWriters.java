package dev.latchkey.lab.load;

import dev.latchkey.lab.workload.ConnectionSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Writers of orders without events, each as fast as it can (a closed loop): what a service gets out of its database. For one
 * thread; owns others while it measures.
 */
final class BusinessWriters {
    static final int WRITERS = 8;
    private static final String INSERT =
            "insert into public.orders (event_id, order_key, change) values (?, ?, 'changed')";

    private final ConnectionSource source;

    BusinessWriters(ConnectionSource source) {
        this.source = source;
    }

    /** Transactions a second over this time; each inserts one row. */
    double perSecond(Duration time) {
        ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
        try {
            long began = System.nanoTime();
            long end = began + time.toNanos();
            List<Future<Long>> writers = new ArrayList<>();
            for (int writer = 0; writer < WRITERS; writer++) {
                writers.add(threads.submit(() -> writeUntil(end)));
            }
            long written = 0;
            for (Future<Long> writer : writers) {
                written += writer.get();
            }
            return written * 1e9 / (System.nanoTime() - began);
        } catch (ExecutionException e) {
            throw new IllegalStateException("a writer failed: " + e.getCause().getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while writing", e);
        } finally {
            threads.shutdownNow();
        }
    }

    private long writeUntil(long end) throws SQLException {
        long written = 0;
        try (Connection connection = source.open();
                PreparedStatement insert = connection.prepareStatement(INSERT)) {
            while (System.nanoTime() - end < 0) {
                insert.setObject(1, UUID.randomUUID());
                insert.setString(2, Long.toString(written));
                insert.executeUpdate();
                written++;
            }
        }
        return written;
    }
}
