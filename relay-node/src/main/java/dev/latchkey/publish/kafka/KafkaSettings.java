package dev.latchkey.publish.kafka;

import java.util.Map;

/**
 * How to reach Kafka and what to write there. Immutable.
 *
 * @param cluster name of this relay cluster: part of the progress topic's name
 * @param topicPrefix goes before the aggregate type to make the topic
 * @param exactlyOnce false for at least once, without transactions
 * @param progressPartitions partitions of the progress topic, when it has to be created
 * @param progressReplication its replication factor; -1 for the broker's default
 * @param client the Kafka client properties, bootstrap servers among them; may hold secrets
 */
public record KafkaSettings(
        String cluster,
        String topicPrefix,
        boolean exactlyOnce,
        int progressPartitions,
        short progressReplication,
        Map<String, String> client) {
    String progressTopic() {
        return "latchkey." + cluster + ".progress";
    }

    /** Without the client properties, which may hold secrets. */
    @Override
    public String toString() {
        return "Kafka " + client.get("bootstrap.servers");
    }
}
