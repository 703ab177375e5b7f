package dev.latchkey.publish.kafka;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.MetadataRecoveryStrategy;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Makes Kafka clients: our defaults, over them what the user configured, over that what the promise needs. Thread-safe.
 */
final class KafkaClients {
    private static final Map<String, String> PRODUCER_DEFAULTS = Map.of(
            ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4",
            ProducerConfig.LINGER_MS_CONFIG, "5",
            ProducerConfig.BATCH_SIZE_CONFIG, "131072",
            ProducerConfig.MAX_BLOCK_MS_CONFIG, "10000",
            ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, "10000",
            ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, "30000",
            ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, "60000");

    /**
     * An admin client that has no broker to talk to goes back to the bootstrap addresses once for each waiting call and
     * each look around, hundreds of times a second, with a line in the log each time. It needs none of that: the names of
     * brokers are resolved anew at each attempt to connect.
     */
    private static final Map<String, String> ADMIN_DEFAULTS =
            Map.of(AdminClientConfig.METADATA_RECOVERY_STRATEGY_CONFIG, MetadataRecoveryStrategy.NONE.name);

    private final Map<String, String> configured;

    KafkaClients(Map<String, String> configured) {
        this.configured = Map.copyOf(configured);
    }

    Admin admin() {
        Map<String, Object> properties = new HashMap<>(ADMIN_DEFAULTS);
        properties.putAll(configured);
        return Admin.create(properties);
    }

    KafkaProducer<byte[], byte[]> producer(String clientId) {
        return new KafkaProducer<>(producerProperties(clientId), new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** A producer whose transactional id is the lane's. */
    KafkaProducer<byte[], byte[]> transactionalProducer(String lane) {
        Map<String, Object> properties = producerProperties(lane);
        properties.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, lane);
        return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }

    Consumer<byte[], byte[]> committedReader() {
        Map<String, Object> properties = new HashMap<>(configured);
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        properties.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 20);
        return new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    private Map<String, Object> producerProperties(String clientId) {
        Map<String, Object> properties = new HashMap<>(PRODUCER_DEFAULTS);
        properties.putAll(configured);
        properties.put(CommonClientConfigs.CLIENT_ID_CONFIG, clientId);
        properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        properties.put(ProducerConfig.ACKS_CONFIG, "all");
        return properties;
    }
}
