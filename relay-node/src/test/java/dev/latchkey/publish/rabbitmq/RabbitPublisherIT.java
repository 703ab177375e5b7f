package dev.latchkey.publish.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.GetResponse;
import dev.latchkey.failure.PoisonFailure;
import dev.latchkey.failure.RelayFailure;
import dev.latchkey.failure.RetryableFailure;
import dev.latchkey.lab.server.RabbitMqServer;
import dev.latchkey.outbox.EventRef;
import dev.latchkey.outbox.OutboxEvent;
import dev.latchkey.publish.EventPublisher;
import dev.latchkey.publish.Publication;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

/** What the publisher promises to a lane, against a real broker. */
@Timeout(120)
class RabbitPublisherIT {
    private static RabbitMqServer broker;
    private static BrokerAccess access;

    private final AtomicBoolean trusted = new AtomicBoolean(true);
    private Connection connection;
    private Channel channel;
    private String name;
    private RabbitPublishers publishers;
    private EventPublisher publisher;

    @BeforeAll
    static void startBroker() {
        broker = RealBroker.start();
        access = new BrokerAccess(RealBroker.address(broker), "/", broker.user(), broker::password, Optional.empty());
    }

    @AfterAll
    static void stopBroker() {
        if (broker != null) {
            broker.close();
        }
    }

    @BeforeEach
    void open(TestInfo test) throws Exception {
        name = test.getTestMethod().orElseThrow().getName();
        connection = RealBroker.connect(broker);
        channel = connection.createChannel();
        channel.exchangeDeclare(name, "topic", true);
        channel.queueDeclare(name, true, false, false, null);
        channel.queueBind(name, name, "order");
        publishers = publishers(new Destination(new Template(name), new Template("<aggregatetype>")));
        publisher = publishers.forLane("latchkey-it-" + UUID.randomUUID());
    }

    private RabbitPublishers publishers(Destination destination) {
        return new RabbitPublishers(
                new RabbitSettings("it", access, destination, false, "application/json"), trusted::get);
    }

    @AfterEach
    void close() throws Exception {
        if (publisher != null) {
            publisher.close();
            publishers.close();
            connection.abort();
        }
    }

    @Test
    void payloadKeyHeadersAndPersistenceArrive() throws Exception {
        byte[] payload = {(byte) 0x80, 0, 10};
        OutboxEvent event = new OutboxEvent(
                ref(), 0, "order", bytes("ключ"), "Changed", payload, "{\"n\": 1.0, \"none\": null}", 5_999_999, 0);
        assertThat(publisher.publish(List.of(event)).events()).containsExactly(event);
        GetResponse got = channel.basicGet(name, true);
        assertThat(got.getBody()).isEqualTo(payload);
        assertThat(got.getProps().getMessageId()).isEqualTo(event.ref().id().toString());
        assertThat(got.getProps().getDeliveryMode()).isEqualTo(2);
        assertThat(got.getProps().getContentType()).isEqualTo("application/json");
        assertThat(got.getProps().getType()).isEqualTo("Changed");
        assertThat(got.getProps().getTimestamp().getTime()).isEqualTo(5_000);
        Map<String, Object> headers = got.getProps().getHeaders();
        assertThat(headers).containsOnlyKeys("n", "none", "id", "eventType", "aggregateid");
        assertThat(headers.get("n")).hasToString("1.0");
        assertThat(headers.get("none")).isNull();
        assertThat(headers.get("aggregateid")).hasToString("ключ");
    }

    /** Case C36. */
    @Test
    void aNullPayloadIsAnEmptyBodyWithAHeader() throws Exception {
        publisher.publish(List.of(
                new OutboxEvent(ref(), 0, "order", null, null, null, null, 0, 0),
                new OutboxEvent(ref(), 0, "order", null, null, new byte[0], null, 0, 0)));
        GetResponse nothing = channel.basicGet(name, true);
        assertThat(nothing.getBody()).isEmpty();
        assertThat(nothing.getProps().getHeaders()).containsEntry("latchkey-null", true);
        assertThat(channel.basicGet(name, true).getProps().getHeaders()).doesNotContainKey("latchkey-null");
    }

    @Test
    void anUnroutableEventFailsAloneAndHoldsItsKeyBack() throws Exception {
        OutboxEvent lost = event("nowhere", "a", "1");
        Publication publication = publisher.publish(
                List.of(lost, event("order", "b", "2"), event("order", "a", "3"), event("order", "c", "4")));
        assertThat(publication.failure())
                .isInstanceOf(PoisonFailure.class)
                .hasMessageContaining(lost.ref().id().toString())
                .hasMessageContaining("NO_ROUTE");
        assertThat(texts(publication.events())).containsExactly("2", "4");
        assertThat(received()).containsExactlyInAnyOrder("2", "4");
    }

    /** Case C35: the broker closes the channel for a body above its limit, and does not say for which. */
    @Test
    void anEventTheBrokerClosesTheChannelForFailsAlone() throws Exception {
        OutboxEvent large = new OutboxEvent(
                ref(), 0, "order", bytes("x"), null, new byte[RabbitMqServer.LARGEST_MESSAGE + 1], null, 0, 0);
        Publication publication = publisher.publish(
                List.of(event("order", "a", "1"), large, event("order", "b", "2"), event("order", "x", "3")));
        assertThat(publication.failure())
                .isInstanceOf(PoisonFailure.class)
                .hasMessageContaining(large.ref().id().toString())
                .hasMessageContaining("larger than configured max size");
        assertThat(texts(publication.events())).containsExactly("1", "2");
        assertThat(received()).contains("1", "2").doesNotContain("3");
    }

    /** Case C35. */
    @Test
    void headersThatNoFrameHoldsFailAloneAndLeaveNoNumberOutOfStep() throws Exception {
        String headers = "{\"h\": \"" + "x".repeat(200_000) + "\"}";
        OutboxEvent wide = new OutboxEvent(ref(), 0, "order", bytes("x"), null, bytes("w"), headers, 0, 0);
        Publication publication = publisher.publish(List.of(event("order", "a", "1"), wide, event("order", "b", "2")));
        assertThat(publication.failure()).isInstanceOf(PoisonFailure.class).hasMessageContaining("frame");
        assertThat(texts(publication.events())).containsExactly("1", "2");
        assertThat(texts(publisher.publish(List.of(event("order", "c", "3"))).events()))
                .containsExactly("3");
        assertThat(received()).containsExactlyInAnyOrder("1", "2", "3");
    }

    /** Case C33: a queue that is full and rejects. */
    @Test
    void aFullQueueIsToBeTriedAgainAndKeepsTheOrder() throws Exception {
        channel.queueDelete(name);
        channel.queueDeclare(name, true, false, false, Map.of("x-max-length", 2, "x-overflow", "reject-publish"));
        channel.queueBind(name, name, "order");
        List<OutboxEvent> events = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            events.add(event("order", "a", "" + i));
        }
        List<String> received = new ArrayList<>();
        while (!events.isEmpty()) {
            Publication publication = publisher.publish(events);
            assertThat(publication.events())
                    .isEqualTo(events.subList(0, publication.events().size()));
            if (publication.events().size() < events.size()) {
                assertThat(publication.failure())
                        .isInstanceOf(RetryableFailure.class)
                        .hasMessageContaining("nack");
            }
            events = events.subList(publication.events().size(), events.size());
            received.addAll(received());
        }
        assertThat(received)
                .containsExactlyElementsOf(
                        IntStream.range(0, 20).mapToObj(String::valueOf).toList());
    }

    /** Case C33: what was in the air when the connection went is not settled, and is sent again. */
    @Test
    void aKilledBrokerLosesNothingThatWasConfirmedAndConfirmsNothingItLost() throws Exception {
        List<OutboxEvent> first = List.of(event("order", "a", "1"), event("order", "b", "2"));
        assertThat(publisher.publish(first).failure()).isNull();
        broker.kill9();
        assertThatThrownBy(() -> {
                    Publication cut = publisher.publish(List.of(event("order", "a", "3")));
                    throw cut.failure();
                })
                .isInstanceOf(RetryableFailure.class);
        broker.start();
        List<OutboxEvent> again = List.of(event("order", "a", "3"));
        await().atMost(Duration.ofSeconds(30))
                .ignoreExceptions()
                .until(() -> publisher.publish(again).events().size() == 1);
        connection = RealBroker.connect(broker);
        channel = connection.createChannel();
        assertThat(received()).contains("1", "2", "3");
    }

    /** Case C33: the memory alarm. */
    @Test
    void aBlockedBrokerIsSaidAndNothingIsSettled() throws Exception {
        broker.alarm();
        try {
            // Whoever publishes is told then, and only then.
            RelayFailure failure = null;
            while (failure == null) {
                failure = publisher.publish(List.of(event("order", "a", "1"))).failure();
            }
            assertThat(failure).isInstanceOf(RetryableFailure.class);
            await().atMost(Duration.ofSeconds(10))
                    .until(() ->
                            publishers.problem(Duration.ofSeconds(1)).orElse("").contains("memory"));
        } finally {
            broker.calm();
        }
        await().atMost(Duration.ofSeconds(30))
                .ignoreExceptions()
                .until(() -> publisher
                                .publish(List.of(event("order", "a", "2")))
                                .events()
                                .size()
                        == 1);
        assertThat(publishers.problem(Duration.ofSeconds(1))).isEmpty();
    }

    @Test
    void nothingIsSentOnceTheNodeIsNotCertain() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        publisher.close();
        publishers = new RabbitPublishers(
                new RabbitSettings(
                        "it",
                        access,
                        new Destination(new Template(name), new Template("order")),
                        false,
                        "application/json"),
                () -> asked.incrementAndGet() < 4);
        publisher = publishers.forLane("latchkey-it-" + UUID.randomUUID());
        Publication publication = publisher.publish(List.of(
                event("order", "a", "1"),
                event("order", "b", "2"),
                event("order", "c", "3"),
                event("order", "d", "4")));
        assertThat(publication.events()).hasSizeLessThan(4);
        assertThat(publication.failure()).isInstanceOf(RetryableFailure.class).hasMessageContaining("isn't certain");
        assertThat(received()).hasSameSizeAs(publication.events());
    }

    @Test
    void aMissingExchangeOrQueueIsNamedAndMadeWhereThatIsWanted() throws Exception {
        Destination queue = Destination.queue(name + "-queue");
        assertThat(publishers(queue).missing())
                .hasValueSatisfying(what -> assertThat(what).contains(name + "-queue"));
        Destination exchange = new Destination(new Template(name + "-exchange"), new Template("k"));
        assertThat(publishers(exchange).missing())
                .hasValueSatisfying(what -> assertThat(what).contains(name + "-exchange"));
        for (Destination destination : List.of(queue, exchange)) {
            RabbitSettings settings = new RabbitSettings("it", access, destination, true, "text/plain");
            assertThat(new RabbitPublishers(settings, () -> true).missing()).isEmpty();
            assertThat(publishers(destination).missing()).isEmpty();
        }
    }

    private List<String> received() throws Exception {
        List<String> received = new ArrayList<>();
        for (GetResponse got = channel.basicGet(name, true); got != null; got = channel.basicGet(name, true)) {
            received.add(new String(got.getBody(), StandardCharsets.UTF_8));
        }
        return received;
    }

    private static List<String> texts(List<OutboxEvent> events) {
        return events.stream()
                .map(event -> new String(event.payload(), StandardCharsets.UTF_8))
                .toList();
    }

    private static OutboxEvent event(String type, String key, String payload) {
        return new OutboxEvent(ref(), 0, type, bytes(key), "Changed", bytes(payload), null, 0, 0);
    }

    private static EventRef ref() {
        return new EventRef(1, UUID.randomUUID());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
