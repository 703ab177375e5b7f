package dev.latchkey.bridge;

import dev.latchkey.metrics.BridgeMetrics;
import dev.latchkey.publish.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The channels without a table: what was notified is published in its order, once, and what the broker doesn't take is
 * counted and gone. Only what could not be sent at all waits for the next try. Used by one thread.
 */
final class TransientChannels {
    private static final int BATCH = 500;
    private static final long PAUSE_UNSENT = Duration.ofMillis(200).toNanos();

    private final Map<String, Channel> channels;
    private final TransientBuffer buffer;
    private final QueuePublisher publisher;
    private final Messages messages;
    private final BridgeMetrics metrics;

    TransientChannels(
            List<Channel> channels,
            TransientBuffer buffer,
            QueuePublisher publisher,
            Messages messages,
            BridgeMetrics metrics) {
        this.channels = channels.stream().collect(Collectors.toUnmodifiableMap(Channel::name, Function.identity()));
        this.buffer = buffer;
        this.publisher = publisher;
        this.messages = messages;
        this.metrics = metrics;
    }

    /** Publishes one batch. Returns how long there is nothing to do here, in nanoseconds; 0 when there may be more. */
    long turn() {
        List<Notification> taken = buffer.take(BATCH);
        if (taken.isEmpty()) {
            return Long.MAX_VALUE;
        }
        List<Outcome> answers = publisher.publish(taken.stream()
                .map(notification -> messages.of(channels.get(notification.channel()), notification))
                .toList());
        List<Notification> unsent = new ArrayList<>();
        int lost = 0;
        for (int i = 0; i < taken.size(); i++) {
            switch (answers.get(i).kind()) {
                case CONFIRMED -> metrics.published(1);
                case UNSENT -> unsent.add(taken.get(i));
                case RETURNED, NACKED, REFUSED -> lost++;
            }
        }
        metrics.transientLost(lost + buffer.putBack(unsent));
        return unsent.isEmpty() ? 0 : PAUSE_UNSENT;
    }
}
