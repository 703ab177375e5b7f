package dev.latchkey.lab.standin;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** The ids of all events that the broker holds. */
final class PublishedIds {
    private PublishedIds() {}

    static Set<String> read(String bootstrapServers) {
        Set<String> ids = new HashSet<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> all = consumer.listTopics().entrySet().stream()
                    .filter(topic -> topic.getKey().startsWith("outbox.event."))
                    .flatMap(topic -> topic.getValue().stream())
                    .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                    .toList();
            consumer.assign(all);
            consumer.seekToBeginning(all);
            Map<TopicPartition, Long> ends = consumer.endOffsets(all);
            while (all.stream().anyMatch(partition -> consumer.position(partition) < ends.get(partition))) {
                consumer.poll(Duration.ofMillis(100))
                        .forEach(seen -> ids.add(
                                new String(seen.headers().lastHeader("id").value(), StandardCharsets.UTF_8)));
            }
        }
        return ids;
    }
}
