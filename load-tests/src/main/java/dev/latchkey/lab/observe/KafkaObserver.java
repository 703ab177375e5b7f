package dev.latchkey.lab.observe;

import dev.latchkey.lab.history.Fingerprint;
import dev.latchkey.lab.history.HistoryRecorder;
import dev.latchkey.lab.history.Sighting;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * Reads committed records of all event topics from their beginning and records them, with the time since their commit.
 *
 * <p>It owns one thread, in an {@link EventReader}. Thread-safe.
 */
public final class KafkaObserver implements EventObserver {
    private static final Map<String, Object> PROPERTIES =
            Map.of(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");

    private volatile HistoryRecorder history;
    private final EventReader reader;
    private final List<LatencyTap> taps = new CopyOnWriteArrayList<>();
    private final LatencyTap first = tap();

    public KafkaObserver(String bootstrapServers, HistoryRecorder history) {
        this.history = history;
        this.reader = new EventReader("lab-observer", bootstrapServers, PROPERTIES, this::note);
    }

    /** Begins where topics end now; to be called before {@link #start()}. */
    public KafkaObserver skipOldRecords() {
        reader.skipOldRecords();
        return this;
    }

    @Override
    public KafkaObserver start() {
        reader.start();
        return this;
    }

    @Override
    public LatencyTap tap() {
        LatencyTap tap = new LatencyTap();
        taps.add(tap);
        return tap;
    }

    @Override
    public Histogram latenciesSinceLastCall() {
        return first.sinceCommit();
    }

    /** Different places of the log that were read. */
    long records() {
        return reader.records();
    }

    /** From now on records into another history: an event of the former one that comes again is a phantom there. */
    public void recordInto(HistoryRecorder next) {
        history = next;
    }

    @Override
    public void close() {
        reader.close();
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
