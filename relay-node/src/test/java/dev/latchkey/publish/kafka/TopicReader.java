package dev.latchkey.publish.kafka;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** What a committed reader sees of a topic. */
public final class TopicReader {
    private TopicReader() {}

    /** The values as text, partition by partition. */
    public static List<String> committed(String bootstrapServers, String topic) {
        return committedRecords(bootstrapServers, topic).stream()
                .map(record -> new String(record.value(), StandardCharsets.UTF_8))
                .toList();
    }

    /** The records up to the end that an uncommitted reader sees: a commit is acknowledged before its markers are written. */
    static List<ConsumerRecord<byte[], byte[]>> committedRecords(String bootstrapServers, String topic) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(bootstrapServers, "read_committed");
                KafkaConsumer<byte[], byte[]> uncommitted = consumer(bootstrapServers, "read_uncommitted")) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = uncommitted.endOffsets(partitions);
            while (partitions.stream().anyMatch(partition -> consumer.position(partition) < ends.get(partition))) {
                consumer.poll(Duration.ofMillis(100)).forEach(records::add);
            }
        }
        return records;
    }

    private static KafkaConsumer<byte[], byte[]> consumer(String bootstrapServers, String isolation) {
        Map<String, Object> properties = new HashMap<>();
        properties.put("bootstrap.servers", bootstrapServers);
        properties.put("isolation.level", isolation);
        return new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }
}
