package dev.latchkey.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import dev.latchkey.failure.RetryableFailure;
import dev.latchkey.outbox.postgres.RetentionCleanup.Retention;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CleanupRunTest {
    private final MetricRegistry registry = new MetricRegistry();
    private final AtomicLong now = new AtomicLong();
    private int left = 25;
    private int batches;
    private boolean ours = true;
    private boolean away;
    private final CleanupRun run = new CleanupRun(
            this::deleteBatch,
            new Retention(Duration.ofDays(7), Duration.ofSeconds(60), 10),
            () -> ours,
            registry,
            now::get);

    /** A batch takes a second. */
    private int deleteBatch() throws RetryableFailure {
        if (away) {
            throw new RetryableFailure("away", null);
        }
        batches++;
        now.addAndGet(1_000_000_000L);
        int deleted = Math.min(10, left);
        left -= deleted;
        return deleted;
    }

    private long rows() {
        return registry.meter("latchkey.node.cleanup.rows").getCount();
    }

    private long errors() {
        return registry.counter("latchkey.node.cleanup.errors").getCount();
    }

    @Test
    void deletesBatchAfterBatchUntilOneIsNotFull() {
        run.run();

        assertThat(batches).isEqualTo(3);
        assertThat(rows()).isEqualTo(25);
    }

    @Test
    void deletesNothingOnOtherNodes() {
        ours = false;
        run.run();

        assertThat(batches).isZero();
    }

    @Test
    void takesNoLongerThanThePauseBetweenTwoRuns() {
        left = 1_000_000;
        run.run();

        assertThat(batches).isEqualTo(60);
    }

    @Test
    void aFailureIsCountedAndTheNextRunGoesOn() {
        away = true;
        run.run();
        assertThat(errors()).isEqualTo(1);

        away = false;
        run.run();
        assertThat(rows()).isEqualTo(25);
    }
}
