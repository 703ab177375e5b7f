package dev.latchkey.lab.demo;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/** Inserts business rows whose triggers notify, one in ten transactions rolled back. Owns its thread; figures from any. */
final class NotifyingWriter implements AutoCloseable {
    private static final int MOST_ROWS_OF_A_TRANSACTION = 5;
    private static final int LONG_NOTE = 10_000;

    private final Connection connection;
    private final int rate;
    private final Random random = new Random(1);
    private final Set<Long> committed = ConcurrentHashMap.newKeySet();
    private final Thread thread = new Thread(this::run, "lab-notifying-writer");
    private volatile boolean stopped;
    private volatile String failure;
    private long id;

    /** @param rate rows a second */
    NotifyingWriter(Connection connection, int rate) {
        this.connection = connection;
        this.rate = rate;
    }

    void start() {
        thread.start();
    }

    private void run() {
        long due = System.nanoTime();
        try {
            connection.setAutoCommit(false);
            while (!stopped) {
                int rows = 1 + random.nextInt(MOST_ROWS_OF_A_TRANSACTION);
                transaction(rows);
                due += 1_000_000_000L * rows / rate;
                LockSupport.parkNanos(due - System.nanoTime());
            }
        } catch (SQLException e) {
            failure = e.getMessage();
        }
    }

    private void transaction(int rows) throws SQLException {
        List<String> channels = List.copyOf(BridgeStage.CHANNELS.keySet());
        long first = id + 1;
        for (int i = 0; i < rows; i++) {
            String table = "demo_" + channels.get(random.nextInt(channels.size()));
            try (PreparedStatement insert = connection.prepareStatement("insert into " + table + " values (?, ?)")) {
                insert.setLong(1, ++id);
                insert.setString(2, random.nextInt(20) == 0 ? "x".repeat(LONG_NOTE) : "row " + id);
                insert.executeUpdate();
            }
        }
        if (random.nextInt(10) == 0) {
            connection.rollback();
        } else {
            connection.commit();
            for (long row = first; row <= id; row++) {
                committed.add(row);
            }
        }
    }

    /** Ids of the rows that are committed for certain. */
    Set<Long> committed() {
        return committed;
    }

    /** Why it ended before it was told to; null while it didn't. */
    String failure() {
        return failure;
    }

    /** Ends after the transaction at hand. */
    void stop() {
        stopped = true;
        try {
            thread.join(10_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws SQLException {
        stop();
        connection.close();
    }
}
