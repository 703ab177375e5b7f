package dev.latchkey.lab.history;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;

/**
 * Writes a history to a file while it happens: JSON, one object a line, compressed where the name ends in {@code .gz}.
 *
 * <pre>
 * {"latchkeyHistory":1,"run":"steady, seed 4"}
 * {"transaction":7,"outcome":"COMMITTED","issued":120,"returned":180,"events":[{"id":"...","topic":"...","key":"...","fingerprint":3}]}
 * {"seen":"...","topic":"...","partition":0,"offset":4,"key":"...","fingerprint":3,"at":250}
 * {"shard":3,"owner":"node-1","epoch":2,"since":90}
 * {"end":{"transactions":1,"sightings":1,"owners":1}}
 * </pre>
 *
 * <p>Times are nanoseconds of one clock with no certain start. Lines between the first and the last come in any order. A
 * run that was killed leaves a file without the last line, up to about a second before its end.
 *
 * <p>It owns one thread, which alone writes; what it has not written yet is bounded, and callers wait for room.
 * Thread-safe. An error is told at {@link #close()}.
 */
public final class HistoryFile implements HistorySink, AutoCloseable {
    private static final int QUEUE = 20_000;
    private static final int BUFFER = 64 * 1024;
    private static final Duration FLUSH_EVERY = Duration.ofSeconds(1);
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(60);
    private static final Object END = new Object();

    private final Path file;
    private final BlockingQueue<Object> queue = new ArrayBlockingQueue<>(QUEUE);
    private final Thread thread = new Thread(this::write, "lab-history");
    private final HistoryLines lines;
    private volatile IOException failure;

    /** @param run what was run, for a person who finds the file */
    public HistoryFile(Path file, String run) {
        this.file = file;
        try {
            if (file.toAbsolutePath().getParent() != null) {
                Files.createDirectories(file.toAbsolutePath().getParent());
            }
            OutputStream bytes = new BufferedOutputStream(Files.newOutputStream(file), BUFFER);
            // A flush ends a block, so that all before it can be read whatever comes after.
            this.lines = new HistoryLines(isCompressed(file) ? new GZIPOutputStream(bytes, BUFFER, true) : bytes, run);
            lines.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("the history can't be written to " + file + ": " + e, e);
        }
        thread.setDaemon(true);
        thread.start();
    }

    static boolean isCompressed(Path file) {
        return file.toString().endsWith(".gz");
    }

    @Override
    public void ended(Transaction transaction) {
        put(transaction);
    }

    @Override
    public void saw(Sighting sighting) {
        put(sighting);
    }

    @Override
    public void owned(Ownership ownership) {
        put(ownership);
    }

    private void put(Object line) {
        try {
            queue.put(line);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Goes on taking lines after an error, or the writers would wait for ever. */
    private void write() {
        long flushed = System.nanoTime();
        try {
            for (Object line = next(); line != END; line = next()) {
                tryWriting(line);
                if (System.nanoTime() - flushed > FLUSH_EVERY.toNanos()) {
                    tryWriting(null);
                    flushed = System.nanoTime();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Null when nothing came for a while. */
    private Object next() throws InterruptedException {
        return queue.poll(FLUSH_EVERY.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void tryWriting(Object line) {
        if (failure != null) {
            return;
        }
        try {
            if (line instanceof Transaction transaction) {
                lines.write(transaction);
            } else if (line instanceof Sighting sighting) {
                lines.write(sighting);
            } else if (line instanceof Ownership ownership) {
                lines.write(ownership);
            } else {
                lines.flush();
            }
        } catch (IOException e) {
            failure = e;
        }
    }

    /**
     * Writes what is left and the closing line.
     *
     * @throws UncheckedIOException when something could not be written
     */
    @Override
    public void close() {
        put(END);
        try {
            thread.join(CLOSE_LIMIT.toMillis());
            if (failure == null) {
                lines.close();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            failure = e;
        }
        if (failure != null) {
            throw new UncheckedIOException("the history could not be written to " + file + ": " + failure, failure);
        }
    }
}
