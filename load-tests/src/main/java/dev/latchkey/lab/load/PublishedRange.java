package dev.latchkey.lab.load;

import dev.latchkey.lab.history.Fingerprint;
import dev.latchkey.lab.history.Sighting;
import dev.latchkey.lab.server.ServerFailure;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads, as a {@code read_committed} consumer, everything that came between two positions. */
final class PublishedRange {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration SILENCE_LIMIT = Duration.ofSeconds(30);

    private final String bootstrapServers;

    PublishedRange(String bootstrapServers) {
        this.bootstrapServers = bootstrapServers;
    }

    List<Sighting> read(Visibility visibility) {
        List<Sighting> sightings = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers",
                        bootstrapServers,
                        "isolation.level",
                        "read_committed",
                        "max.poll.records",
                        5_000),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            Map<TopicPartition, Long> left = new HashMap<>(visibility.end());
            left.entrySet().removeIf(end -> end.getValue() <= visibility.begin().get(end.getKey()));
            consumer.assign(left.keySet());
            left.keySet()
                    .forEach(partition ->
                            consumer.seek(partition, visibility.begin().get(partition)));
            long heard = System.nanoTime();
            while (!left.isEmpty()) {
                for (ConsumerRecord<byte[], byte[]> seen : consumer.poll(POLL)) {
                    heard = System.nanoTime();
                    add(sightings, seen, visibility);
                }
                // The position passes markers, which no record shows.
                left.entrySet().removeIf(end -> consumer.position(end.getKey()) >= end.getValue());
                failAfterSilence(heard, left);
            }
        }
        return sightings;
    }

    private static void failAfterSilence(long heard, Map<TopicPartition, Long> left) {
        if (!left.isEmpty() && System.nanoTime() - heard > SILENCE_LIMIT.toNanos()) {
            throw new ServerFailure("nothing came from the broker for %d s; still to be read up to %s"
                    .formatted(SILENCE_LIMIT.toSeconds(), left));
        }
    }

    private static void add(List<Sighting> sightings, ConsumerRecord<byte[], byte[]> seen, Visibility visibility) {
        TopicPartition partition = new TopicPartition(seen.topic(), seen.partition());
        if (seen.offset() >= visibility.end().get(partition)) {
            return;
        }
        sightings.add(new Sighting(
                seen.topic(),
                seen.partition(),
                seen.offset(),
                text(seen.key()),
                eventId(seen.headers().lastHeader("id")),
                Fingerprint.of(seen.value()),
                visibility.nanosOf(partition, seen.offset())));
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
