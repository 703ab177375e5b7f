package dev.latchkey.lab.observe;

import dev.latchkey.lab.process.Waiting;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;

/**
 * Reads what is not committed too and counts it: what aborted transactions of the relay have left in the log, and readers
 * of committed records never see. It owns one thread, in an {@link EventReader}. Thread-safe.
 */
public final class UncommittedObserver implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final Duration LOOK = Duration.ofMillis(500);

    /** It is in no hurry, and shall take little from what is measured. */
    private static final Map<String, Object> PROPERTIES = Map.of(
            ConsumerConfig.ISOLATION_LEVEL_CONFIG,
            "read_uncommitted",
            ConsumerConfig.FETCH_MIN_BYTES_CONFIG,
            1024 * 1024,
            ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG,
            400,
            ConsumerConfig.CHECK_CRCS_CONFIG,
            false);

    private final KafkaObserver committed;
    private final EventReader reader;

    /** @param committed reads the committed records of the same topics */
    public UncommittedObserver(String bootstrapServers, KafkaObserver committed) {
        this.committed = committed;
        this.reader = new EventReader("lab-uncommitted", bootstrapServers, PROPERTIES, (seen, nanos) -> {});
    }

    /** To be called before {@link #start()}, for both observers alike. */
    public UncommittedObserver skipOldRecords() {
        reader.skipOldRecords();
        return this;
    }

    public UncommittedObserver start() {
        reader.start();
        return this;
    }

    /** Records beyond the committed ones, once nothing has come for a moment; exact when nothing is being published. */
    public long beyondCommitted() {
        long[] before = {-1};
        Waiting.within(LIMIT, LOOK, () -> {
            long now = reader.records();
            boolean settled = now == before[0] && now >= committed.records();
            before[0] = now;
            return settled;
        });
        return Math.max(0, reader.records() - committed.records());
    }

    @Override
    public void close() {
        reader.close();
    }
}
