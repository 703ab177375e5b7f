package dev.latchkey.bridge;

import dev.latchkey.failure.RelayFailure;
import dev.latchkey.metrics.BridgeMetrics;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is due by the clock: the sweep, the cleaning of the table, the figures. Used by one thread. */
final class Chores {
    private static final Logger log = LoggerFactory.getLogger(Chores.class);
    private static final Duration FIGURES = Duration.ofSeconds(5);
    private static final String WHERE = "database";

    private final List<Channel> channels;
    private final WakeUps wakeUps;
    private final EventTable table;
    private final BridgeStatus status;
    private final BridgeMetrics metrics;
    private final Due sweep;
    private final Due cleanup;
    private final Due figures;

    Chores(BridgeSettings settings, WakeUps wakeUps, EventTable table, BridgeStatus status, BridgeMetrics metrics) {
        this.channels = settings.channels().stream()
                .filter(channel -> !channel.transientOnly())
                .toList();
        this.wakeUps = wakeUps;
        this.table = table;
        this.status = status;
        this.metrics = metrics;
        this.sweep = new Due(settings.sweepInterval());
        this.cleanup = new Due(settings.cleanupInterval());
        this.figures = new Due(FIGURES);
    }

    /** Does what is due. Returns how long nothing is. */
    long doWork(long now) {
        if (channels.isEmpty()) {
            return FIGURES.toNanos();
        }
        if (sweep.isDue(now)) {
            channels.forEach(channel -> wakeUps.note(channel.name(), Cause.SWEEP));
        }
        try {
            if (cleanup.isDue(now)) {
                cleanUp();
            }
            if (figures.isDue(now)) {
                metrics.oldestUnpublished(table.oldestUnpublished());
            }
            status.solved(WHERE);
        } catch (RelayFailure e) {
            if (status.problem(WHERE, e.getMessage())) {
                log.warn("bridge: {}", e.getMessage());
            }
        }
        return Math.min(sweep.left(now), Math.min(cleanup.left(now), figures.left(now)));
    }

    /** One batch a turn, so that publishing goes on; the next batch is due at once. */
    private void cleanUp() throws RelayFailure {
        int deleted = table.cleanUp();
        metrics.cleaned(deleted);
        if (deleted == table.cleanUpBatch()) {
            cleanup.again();
            return;
        }
        long overdue = table.overdue();
        metrics.overdue(overdue);
        if (overdue > 0) {
            log.error("bridge: {} rows are older than the retention and were never published; they stay", overdue);
        }
    }

    /** Something done now and then; first one interval after the first question. */
    private static final class Due {
        private final long interval;
        private boolean begun;
        private long at;

        Due(Duration interval) {
            this.interval = interval.toNanos();
        }

        boolean isDue(long now) {
            if (!begun) {
                begun = true;
                at = now + interval;
            }
            boolean due = now - at >= 0;
            if (due) {
                at = now + interval;
            }
            return due;
        }

        void again() {
            at -= interval;
        }

        long left(long now) {
            return Math.max(0, at - now);
        }
    }
}
