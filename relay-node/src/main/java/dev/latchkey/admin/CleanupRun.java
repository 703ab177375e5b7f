package dev.latchkey.admin;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Meter;
import com.codahale.metrics.MetricRegistry;
import dev.latchkey.failure.RelayFailure;
import dev.latchkey.outbox.postgres.RetentionCleanup.Retention;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run of the retention cleanup: batch after batch until there are none left, this node is no longer the one to do it, or
 * the run has taken as long as the pause between two. Called by one thread. Never throws, so that the next run comes.
 */
final class CleanupRun implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(CleanupRun.class);

    private final Deletes deletes;
    private final Retention retention;
    private final BooleanSupplier ours;
    private final LongSupplier nanoTime;
    private final Meter rows;
    private final Counter errors;

    /** @param ours true while this node is the one that cleans up */
    CleanupRun(
            Deletes deletes,
            Retention retention,
            BooleanSupplier ours,
            MetricRegistry registry,
            LongSupplier nanoTime) {
        this.deletes = deletes;
        this.retention = retention;
        this.ours = ours;
        this.nanoTime = nanoTime;
        this.rows = registry.meter("latchkey.node.cleanup.rows");
        this.errors = registry.counter("latchkey.node.cleanup.errors");
    }

    /** Deletes one batch at the most; returns how many rows it was. */
    interface Deletes {
        int deleteBatch() throws RelayFailure;
    }

    @Override
    public void run() {
        try {
            clean();
        } catch (RelayFailure | RuntimeException e) {
            errors.inc();
            log.warn("retention cleanup failed, will be tried again: {}", e.toString());
        }
    }

    private void clean() throws RelayFailure {
        long begun = nanoTime.getAsLong();
        int batch = retention.batch();
        int deleted = batch;
        while (deleted == batch && ours.getAsBoolean() && withinLimit(begun)) {
            deleted = deletes.deleteBatch();
            rows.mark(deleted);
        }
    }

    private boolean withinLimit(long begun) {
        return nanoTime.getAsLong() - begun < retention.interval().toNanos();
    }
}
