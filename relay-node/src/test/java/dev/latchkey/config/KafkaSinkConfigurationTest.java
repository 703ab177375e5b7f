package dev.latchkey.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KafkaSinkConfigurationTest {
    @Test
    void defaults() throws Exception {
        KafkaSinkConfiguration sink = load(ConfigurationText.MINIMAL);

        assertThat(sink.topicPrefix()).isEqualTo("outbox.event.");
        assertThat(sink.delivery()).isEqualTo(Delivery.EXACTLY_ONCE);
        assertThat(sink.fencesPreviousOwner()).isTrue();
        assertThat(sink.progressTopic().partitions()).isEqualTo(8);
        assertThat(sink.progressTopic().replicationFactor()).isEqualTo((short) -1);
        assertThat(sink.clientProperties()).hasSize(1).containsEntry("bootstrap.servers", "kafka-1:9092");
    }

    @Test
    void everyKeyIsMapped() throws Exception {
        KafkaSinkConfiguration sink = load(ConfigurationText.with("sink", """
                bootstrapServers: a:1,b:2
                topicPrefix: shop.
                delivery: atLeastOnce
                progressTopic: {partitions: 3, replicationFactor: 2}
                properties: {linger.ms: 2, acks: all}"""));

        assertThat(sink.bootstrapServers()).isEqualTo("a:1,b:2");
        assertThat(sink.topicPrefix()).isEqualTo("shop.");
        assertThat(sink.delivery()).isEqualTo(Delivery.AT_LEAST_ONCE);
        assertThat(sink.fencesPreviousOwner()).isFalse();
        assertThat(sink.progressTopic().partitions()).isEqualTo(3);
        assertThat(sink.progressTopic().replicationFactor()).isEqualTo((short) 2);
        assertThat(sink.clientProperties()).containsEntry("linger.ms", "2").containsEntry("acks", "all");
    }

    @Test
    void secretPropertiesComeFromAFileThatWins(@TempDir Path secrets) throws Exception {
        Path file = Files.writeString(secrets.resolve("kafka.properties"), "sasl.jaas.config=x password=\"y\";\n");

        KafkaSinkConfiguration sink = load(ConfigurationText.with(
                "sink", "propertiesFile: " + file + "\nproperties: {sasl.jaas.config: placeholder}"));

        assertThat(sink.clientProperties()).containsEntry("sasl.jaas.config", "x password=\"y\";");
    }

    private static KafkaSinkConfiguration load(String yaml) throws Exception {
        return (KafkaSinkConfiguration) ConfigurationText.load(yaml).sink();
    }
}
