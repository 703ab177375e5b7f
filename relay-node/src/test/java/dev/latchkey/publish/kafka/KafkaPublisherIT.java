package dev.latchkey.publish.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.failure.PoisonFailure;
import dev.latchkey.failure.StepDownFailure;
import dev.latchkey.lab.server.KafkaBroker;
import dev.latchkey.lab.server.KafkaSettings;
import dev.latchkey.lab.server.Servers;
import dev.latchkey.outbox.EventRef;
import dev.latchkey.outbox.OutboxEvent;
import dev.latchkey.outbox.ProgressMark;
import dev.latchkey.publish.EventPublisher;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** What the publisher promises to a lane, against a real broker. */
class KafkaPublisherIT {
    private static KafkaBroker broker;

    private KafkaPublishers publishers;
    private String topic;
    private String lane;

    @BeforeAll
    static void startBroker() {
        broker = Servers.embedded().kafka(KafkaSettings.defaults().with("message.max.bytes", "200000"));
        broker.start();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @BeforeEach
    void open(TestInfo test) {
        topic = test.getTestMethod().orElseThrow().getName();
        lane = "latchkey-it-" + UUID.randomUUID();
        publishers = publishers(true);
    }

    @AfterEach
    void close() {
        publishers.close();
    }

    @Test
    void keyValueAndHeadersArriveByteForByte() throws Exception {
        byte[] key = {0, 1, (byte) 0xff};
        byte[] payload = {(byte) 0x80, 0, 10};
        OutboxEvent event = new OutboxEvent(
                ref(1),
                0,
                topic,
                key,
                "Changed",
                payload,
                "{\"traceparent\": \"00-ab\", \"n\": 1.0, \"none\": null, \"o\": {\"a\":[1.0]}}",
                5_000_000,
                6_000_000);
        try (EventPublisher publisher = publishers.forLane(lane)) {
            publisher.publish(List.of(event));
        }
        ConsumerRecord<byte[], byte[]> record = committed(topic).get(0);
        assertThat(record.key()).isEqualTo(key);
        assertThat(record.value()).isEqualTo(payload);
        assertThat(record.timestamp()).isEqualTo(5_000);
        assertThat(headers(record))
                .containsEntry("id", event.ref().id().toString())
                .containsEntry("eventType", "Changed")
                .containsEntry("traceparent", "00-ab")
                .containsEntry("n", "1.0")
                .containsEntry("none", null)
                .containsEntry("o", "{\"a\":[1.0]}");
    }

    @Test
    void theEventIdIsTheLastHeaderOfItsNameWhateverTheWriterAdds() throws Exception {
        OutboxEvent event = new OutboxEvent(ref(1), 0, topic, null, "Changed", null, "{\"id\": \"other\"}", 0, 0);
        try (EventPublisher publisher = publishers.forLane(lane)) {
            publisher.publish(List.of(event));
        }
        assertThat(committed(topic).get(0).headers().lastHeader("id").value())
                .asString(StandardCharsets.UTF_8)
                .isEqualTo(event.ref().id().toString());
    }

    /** Deleted and created anew with fewer partitions, so that the lane's own is gone. */
    @Test
    void aLaneWhoseProgressPartitionIsGoneStepsDownAndGoesOn() throws Exception {
        Map<String, String> hasty = new HashMap<>(client());
        hasty.putAll(Map.of("delivery.timeout.ms", "3000", "request.timeout.ms", "1000", "max.block.ms", "3000"));
        try (KafkaPublishers own = new KafkaPublishers(
                        new dev.latchkey.publish.kafka.KafkaSettings("anew", "", true, 8, (short) -1, hasty));
                Admin admin = Admin.create(new HashMap<String, Object>(client()))) {
            String second = laneOnPartitionBeyond(own);
            try (EventPublisher publisher = own.forLane(second)) {
                publisher.publish(List.of(event(1, "before")));
                admin.deleteTopics(List.of("latchkey.anew.progress")).all().get();
                admin.createTopics(List.of(new NewTopic("latchkey.anew.progress", 1, (short) 1)))
                        .all()
                        .get();
                assertThatThrownBy(() -> publisher.publish(List.of(event(2, "after"))))
                        .isInstanceOf(StepDownFailure.class);
            }
            try (EventPublisher publisher = own.forLane(second + "-again")) {
                publisher.publish(List.of(event(2, "after")));
            }
        }
        assertThat(values(committed(topic))).containsExactly("before", "after");
    }

    private String laneOnPartitionBeyond(KafkaPublishers own) throws Exception {
        for (int i = 0; ; i++) {
            try (EventPublisher publisher = own.forLane(lane + i)) {
                if (publisher.start().partition() > 0) {
                    return lane + i;
                }
            }
        }
    }

    @Test
    void nullKeyAndNullPayloadStayNull() throws Exception {
        try (EventPublisher publisher = publishers.forLane(lane)) {
            publisher.publish(List.of(new OutboxEvent(ref(1), 0, topic, null, null, null, null, 0, 0)));
        }
        ConsumerRecord<byte[], byte[]> record = committed(topic).get(0);
        assertThat(record.key()).isNull();
        assertThat(record.value()).isNull();
    }

    @Test
    void aBatchWithAnEventThatCannotGoIsPublishedNotAtAll() throws Exception {
        try (EventPublisher publisher = publishers.forLane(lane)) {
            OutboxEvent large = event(2, tooLarge());
            assertThatThrownBy(() -> publisher.publish(List.of(event(1, "a"), large, event(3, "b"))))
                    .isInstanceOfSatisfying(
                            PoisonFailure.class,
                            failure -> assertThat(failure.eventId())
                                    .isEqualTo(large.ref().id()));
            publisher.publish(List.of(event(1, "a"), event(3, "b")));
        }
        assertThat(values(committed(topic))).containsExactly("a", "b");
    }

    @Test
    void anInvalidTopicBlamesTheEventThatNamesIt() throws Exception {
        try (EventPublisher publisher = publishers.forLane(lane)) {
            for (String bad : new String[] {"my topic!", "x".repeat(250), null}) {
                OutboxEvent event = new OutboxEvent(ref(7), 3, bad, null, null, null, null, 0, 0);
                assertThatThrownBy(() -> publisher.publish(List.of(event(1, "a"), event)))
                        .isInstanceOfSatisfying(
                                PoisonFailure.class,
                                failure -> assertThat(failure.slot()).isEqualTo(3));
            }
            publisher.publish(List.of(event(1, "a")));
        }
        assertThat(values(committed(topic))).containsExactly("a");
    }

    @Test
    void recoveryFindsWhatWasPublishedBeyondTheSettledMark() throws Exception {
        try (EventPublisher old = publishers.forLane(lane);
                EventPublisher taker = publishers.forLane(lane + "-taker")) {
            ProgressMark settled = old.publish(List.of(event(1, "settled"))).mark();
            old.publish(List.of(event(2, "in doubt"), event(3, "in doubt")));
            assertThat(taker.recover(lane, settled).get(10, TimeUnit.SECONDS)).containsExactly(ref(2), ref(3));
            assertThat(taker.recover(lane, old.start()).get(10, TimeUnit.SECONDS))
                    .containsExactly(ref(1), ref(2), ref(3));
        }
    }

    @Test
    void aRecoveredLanePublishesNoMore() throws Exception {
        try (EventPublisher old = publishers.forLane(lane);
                EventPublisher taker = publishers.forLane(lane + "-taker")) {
            ProgressMark settled = old.publish(List.of(event(1, "before"))).mark();
            taker.recover(lane, settled).get(10, TimeUnit.SECONDS);
            assertThatThrownBy(() -> old.publish(List.of(event(2, "late")))).isInstanceOf(StepDownFailure.class);
        }
        assertThat(values(committed(topic))).containsExactly("before");
    }

    @Test
    void recoveryAbortsTheOpenTransactionOfTheLane() throws Exception {
        try (KafkaProducer<byte[], byte[]> open = new KafkaClients(client()).transactionalProducer(lane);
                EventPublisher taker = publishers.forLane(lane + "-taker")) {
            open.initTransactions();
            open.beginTransaction();
            open.send(new ProducerRecord<>(topic, "never".getBytes(StandardCharsets.UTF_8)))
                    .get();
            taker.recover(lane, new ProgressMark(0, -1)).get(10, TimeUnit.SECONDS);
            taker.publish(List.of(event(1, "seen")));
        }
        assertThat(values(committed(topic))).containsExactly("seen");
    }

    /** Another lane's open transaction in the same partition keeps the committed reader's end below records that count. */
    @Test
    void recoveryIsNotCutShortByTheOpenTransactionOfAnotherLane() throws Exception {
        try (KafkaProducer<byte[], byte[]> other = new KafkaClients(client()).transactionalProducer(lane + "-other");
                EventPublisher old = publishers.forLane(lane);
                EventPublisher taker = publishers.forLane(lane + "-taker")) {
            other.initTransactions();
            other.beginTransaction();
            other.send(new ProducerRecord<>(
                            "latchkey.it.progress", old.start().partition(), new byte[] {1}, new byte[] {1}))
                    .get();
            old.publish(List.of(event(1, "published")));
            var recovery = taker.recover(lane, old.start());
            assertThatThrownBy(() -> recovery.get(2, TimeUnit.SECONDS))
                    .as("it waits for the other to end")
                    .isInstanceOf(TimeoutException.class);
            other.commitTransaction();
            assertThat(recovery.get(10, TimeUnit.SECONDS)).containsExactly(ref(1));
        }
    }

    @Test
    void recoveryGoesOnWhereTheProgressTopicWasCreatedAnew() throws Exception {
        try (EventPublisher old = publishers.forLane(lane);
                EventPublisher taker = publishers.forLane(lane + "-taker")) {
            old.publish(List.of(event(1, "published")));
            ProgressMark beyondTheEnd = new ProgressMark(old.start().partition(), 1_000_000);
            assertThat(taker.recover(lane, beyondTheEnd).get(10, TimeUnit.SECONDS))
                    .containsExactly(ref(1));
        }
    }

    @Test
    void atLeastOnceReturnsOnlyOnceEverythingIsAcknowledged() throws Exception {
        try (KafkaPublishers plain = publishers(false);
                EventPublisher publisher = plain.forLane(lane)) {
            assertThat(publisher.publish(List.of(event(1, "a"), event(2, "b"))).mark())
                    .isEqualTo(ProgressMark.NONE);
            OutboxEvent large = event(3, tooLarge());
            assertThatThrownBy(() -> publisher.publish(List.of(large))).isInstanceOf(PoisonFailure.class);
        }
        assertThat(values(committed(topic))).containsExactly("a", "b");
    }

    private KafkaPublishers publishers(boolean exactlyOnce) {
        return new KafkaPublishers(
                new dev.latchkey.publish.kafka.KafkaSettings("it", "", exactlyOnce, 2, (short) -1, client()));
    }

    private static Map<String, String> client() {
        return Map.of("bootstrap.servers", broker.bootstrapServers(), "max.request.size", "10000000");
    }

    /** Beyond the broker's limit even compressed. */
    private static byte[] tooLarge() {
        byte[] bytes = new byte[300_000];
        new Random(1).nextBytes(bytes);
        return bytes;
    }

    private OutboxEvent event(long seq, String value) {
        return event(seq, value.getBytes(StandardCharsets.UTF_8));
    }

    private OutboxEvent event(long seq, byte[] value) {
        return new OutboxEvent(ref(seq), 0, topic, new byte[] {'k'}, "Changed", value, null, 0, 0);
    }

    private static EventRef ref(long seq) {
        return new EventRef(seq, new UUID(1, seq));
    }

    private static List<ConsumerRecord<byte[], byte[]>> committed(String topic) {
        return TopicReader.committedRecords(broker.bootstrapServers(), topic);
    }

    private static List<String> values(List<ConsumerRecord<byte[], byte[]>> records) {
        return records.stream()
                .map(record -> new String(record.value(), StandardCharsets.UTF_8))
                .toList();
    }

    private static Map<String, String> headers(ConsumerRecord<byte[], byte[]> record) {
        Map<String, String> headers = new HashMap<>();
        for (Header header : record.headers()) {
            headers.put(
                    header.key(), header.value() == null ? null : new String(header.value(), StandardCharsets.UTF_8));
        }
        return headers;
    }
}
