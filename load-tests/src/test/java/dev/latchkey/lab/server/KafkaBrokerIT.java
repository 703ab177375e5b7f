package dev.latchkey.lab.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class KafkaBrokerIT {
    private static final String TOPIC = "outbox.event.order";

    @Test
    void inTheJvmKeepsTransactionsOverRestart() throws Exception {
        try (KafkaBroker broker = Servers.embedded().kafka(KafkaSettings.defaults())) {
            broker.start();
            sendInTransaction(broker, "first");
            broker.restart();
            sendInTransaction(broker, "second");

            assertThat(committed(broker, 2)).containsExactlyInAnyOrder("first", "second");
        }
    }

    @Test
    void asProcessStandsStillWhenPausedAndKeepsWhatItAcknowledgedOverSigkill() throws Exception {
        try (KafkaProcess broker = Servers.embedded().kafkaProcess(KafkaSettings.defaults())) {
            broker.start();
            sendInTransaction(broker, "first");
            try (KafkaProducer<String, String> producer = plainProducer(broker)) {
                producer.partitionsFor(TOPIC);
                broker.pause();
                Future<RecordMetadata> sent = producer.send(new ProducerRecord<>(TOPIC, "second", "second"));
                await().during(Duration.ofMillis(500)).until(() -> !sent.isDone());
                broker.resume();
                sent.get(20, TimeUnit.SECONDS);
            }
            broker.kill9();
            broker.start();
            sendInTransaction(broker, "third");

            assertThat(committed(broker, 3)).containsExactlyInAnyOrder("first", "second", "third");
        }
    }

    private static KafkaProducer<String, String> plainProducer(KafkaBroker broker) {
        return new KafkaProducer<>(
                Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers()),
                new StringSerializer(),
                new StringSerializer());
    }

    private static void sendInTransaction(KafkaBroker broker, String value) {
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        broker.bootstrapServers(),
                        ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                        "lab"),
                new StringSerializer(),
                new StringSerializer())) {
            producer.initTransactions();
            producer.beginTransaction();
            producer.send(new ProducerRecord<>(TOPIC, value, value));
            producer.commitTransaction();
        }
    }

    private static List<String> committed(KafkaBroker broker, int count) {
        List<String> values = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers(),
                        ConsumerConfig.GROUP_ID_CONFIG, "lab",
                        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest",
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed"),
                new StringDeserializer(),
                new StringDeserializer())) {
            consumer.subscribe(List.of(TOPIC));
            await().atMost(Duration.ofSeconds(20)).until(() -> {
                consumer.poll(Duration.ofMillis(200)).forEach(seen -> values.add(seen.value()));
                return values.size() >= count;
            });
        }
        return values;
    }
}
