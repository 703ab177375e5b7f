package dev.latchkey.lab.observe;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Delivery;
import dev.latchkey.lab.history.Fingerprint;
import dev.latchkey.lab.history.HistoryRecorder;
import dev.latchkey.lab.history.Sighting;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.HdrHistogram.Histogram;

/**
 * Reads all messages of the exchange {@code outbox.event} and records them: the routing key is the aggregate type, and the
 * place of a message is its number in the order of arrival, so that one that comes again is a duplicate.
 *
 * <p>It owns one thread, in a {@link QueueReader}. Thread-safe.
 */
public final class RabbitObserver implements EventObserver {
    private static final String EXCHANGE = "outbox.event";
    private static final String KEY = "aggregateid";
    private static final String NULL_PAYLOAD = "latchkey-null";

    private final HistoryRecorder history;
    private final QueueReader reader;
    private final List<LatencyTap> taps = new CopyOnWriteArrayList<>();
    private final LatencyTap first = tap();
    /** For the reader's thread only. */
    private long arrivals;

    /** @param uri of the broker; may hold a password */
    public RabbitObserver(String uri, HistoryRecorder history) {
        this.history = history;
        this.reader = new QueueReader(uri, EXCHANGE, "lab-observer-" + UUID.randomUUID(), this::note);
    }

    @Override
    public RabbitObserver start() {
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

    @Override
    public void close() {
        reader.close();
    }

    private void note(Delivery seen, long now) {
        AMQP.BasicProperties properties = seen.getProperties();
        Map<String, Object> headers = properties.getHeaders() == null ? Map.of() : properties.getHeaders();
        Object key = headers.get(KEY);
        Sighting sighting = new Sighting(
                EXCHANGE + "." + seen.getEnvelope().getRoutingKey(),
                0,
                arrivals++,
                key == null ? null : key.toString(),
                eventId(properties.getMessageId()),
                Fingerprint.of(headers.containsKey(NULL_PAYLOAD) ? null : seen.getBody()),
                now);
        history.saw(sighting)
                .ifPresent(arrival ->
                        taps.forEach(tap -> tap.record(arrival.nanosSinceCommit(), arrival.nanosSinceDue())));
    }

    /** Null stands for an id that is absent or no UUID; the checker calls such a message a phantom. */
    private static UUID eventId(String id) {
        try {
            return id == null ? null : UUID.fromString(id);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
