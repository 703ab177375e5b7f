package dev.latchkey.lab.observe;

import dev.latchkey.lab.history.Fingerprint;
import dev.latchkey.lab.history.HistoryRecorder;
import dev.latchkey.lab.history.Sighting;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads committed records of all event topics from their beginning and records them, with the time since their commit.
 *
 * <p>It owns one thread. Thread-safe.
 */
public final class KafkaObserver implements AutoCloseable {
    private static final Pattern EVENT_TOPICS = Pattern.compile("outbox\\.event\\..*");
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration JOIN_LIMIT = Duration.ofSeconds(15);

    private final HistoryRecorder history;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final List<LatencyTap> taps = new CopyOnWriteArrayList<>();
    private final LatencyTap first = tap();
    private final Thread thread = new Thread(this::observe, "lab-observer");
    private volatile boolean stopping;

    public KafkaObserver(String bootstrapServers, HistoryRecorder history) {
        this.history = history;
        this.consumer = new KafkaConsumer<>(
                settings(bootstrapServers), new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    private static Map<String, Object> settings(String bootstrapServers) {
        return Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ConsumerConfig.GROUP_ID_CONFIG,
                "lab-observer-" + UUID.randomUUID(),
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed",
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "earliest",
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                false,
                // How long a topic may exist before it is read.
                ConsumerConfig.METADATA_MAX_AGE_CONFIG,
                500,
                // A new topic must not send the reader back to the start of the others.
                ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
                CooperativeStickyAssignor.class.getName(),
                ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
                5_000);
    }

    public KafkaObserver start() {
        thread.setDaemon(true);
        thread.start();
        return this;
    }

    /** Latencies of what is seen from now on, for one more reader. */
    public LatencyTap tap() {
        LatencyTap tap = new LatencyTap();
        taps.add(tap);
        return tap;
    }

    /** Microseconds from the return of the commit to the sighting, of the events seen since the last call. */
    public Histogram latenciesSinceLastCall() {
        return first.sinceCommit();
    }

    /** Stops reading; what was seen is recorded. */
    @Override
    public void close() {
        stopping = true;
        consumer.wakeup();
        try {
            thread.join(JOIN_LIMIT.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void observe() {
        try (consumer) {
            consumer.subscribe(EVENT_TOPICS);
            while (!stopping) {
                ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
                long now = System.nanoTime();
                records.forEach(seen -> note(seen, now));
            }
        } catch (WakeupException e) {
            if (!stopping) {
                throw e;
            }
        }
    }

    private void note(ConsumerRecord<byte[], byte[]> seen, long now) {
        Sighting sighting = new Sighting(
                seen.topic(),
                seen.partition(),
                seen.offset(),
                text(seen.key()),
                eventId(seen.headers().lastHeader("id")),
                Fingerprint.of(seen.value()),
                now);
        history.saw(sighting)
                .ifPresent(arrival ->
                        taps.forEach(tap -> tap.record(arrival.nanosSinceCommit(), arrival.nanosSinceDue())));
    }

    private static String text(byte[] bytes) {
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }

    /** Null stands for an id that is absent or no UUID; the checker calls such a record a phantom. */
    private static UUID eventId(Header header) {
        try {
            return header == null ? null : UUID.fromString(text(header.value()));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
