package dev.latchkey.lab.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import dev.latchkey.lab.history.Anomaly;
import dev.latchkey.lab.history.Checker;
import dev.latchkey.lab.history.HistoryRecorder;
import dev.latchkey.lab.history.OpenTransaction;
import dev.latchkey.lab.history.Promise;
import dev.latchkey.lab.history.Verdict;
import dev.latchkey.lab.server.RabbitMqServer;
import dev.latchkey.lab.server.Servers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** That the checker sees through the observer what happened to events in RabbitMQ. */
@Timeout(180)
class RabbitObserverIT {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static RabbitMqServer server;

    private final HistoryRecorder history = new HistoryRecorder();
    private RabbitObserver observer;

    @BeforeAll
    static void startServer() {
        Optional<RabbitMqServer> found = Servers.embedded().rabbitMq();
        assumeTrue(found.isPresent(), Servers.RABBITMQ_MISSING);
        server = found.get();
        server.start();
    }

    @AfterAll
    static void stopServer() {
        if (server != null) {
            server.close();
        }
    }

    @BeforeEach
    void observe() {
        observer = new RabbitObserver(server.uri(), history).start();
    }

    @AfterEach
    void stop() {
        observer.close();
    }

    @Test
    void eventsThatCameInOrderAreNoAnomalyAndANullPayloadIsNotAnEmptyOne() throws Exception {
        List<UUID> ids = commit("a", "b", null, "");
        publish(ids, "a", "b", null, "");
        assertThat(judge().isClean()).as(judge().toString()).isTrue();
    }

    @Test
    void aMessageThatComesAgainIsADuplicateWhichAtLeastOnceAllows() throws Exception {
        List<UUID> ids = commit("a", "b");
        publish(List.of(ids.get(0), ids.get(0), ids.get(1)), "a", "a", "b");
        Verdict verdict = judge();
        assertThat(verdict.count(Anomaly.Kind.DUPLICATED)).isEqualTo(1);
        assertThat(verdict.isClean()).isFalse();
        assertThat(verdict.isClean(Promise.AT_LEAST_ONCE))
                .as(verdict.toString())
                .isTrue();
    }

    @Test
    void atLeastOnceForgivesNeitherReorderingNorCorruption() throws Exception {
        List<UUID> ids =
                Stream.of(commit("a"), commit("b")).flatMap(List::stream).toList();
        publish(List.of(ids.get(1), ids.get(0)), "b", "other");
        Verdict verdict = judge();
        assertThat(verdict.count(Anomaly.Kind.REORDERED)).isEqualTo(1);
        assertThat(verdict.count(Anomaly.Kind.CORRUPTED)).isEqualTo(1);
        assertThat(verdict.isClean(Promise.AT_LEAST_ONCE)).isFalse();
    }

    @Test
    void whatIsPublishedBeforeAndAfterTheBrokersDeathIsSeen() throws Exception {
        publish(commit("a", "b"), "a", "b");
        server.kill9();
        server.start();
        publish(commit("c"), "c");
        Verdict verdict = judge();
        assertThat(verdict.isClean(Promise.AT_LEAST_ONCE))
                .as(verdict.toString())
                .isTrue();
        assertThat(verdict.delivered()).isEqualTo(3);
    }

    private List<UUID> commit(String... payloads) {
        OpenTransaction transaction = history.begin();
        List<UUID> ids = Stream.of(payloads).map(payload -> UUID.randomUUID()).toList();
        for (int i = 0; i < payloads.length; i++) {
            transaction.wrote(ids.get(i), "outbox.event.order", "key", bytes(payloads[i]));
        }
        transaction.committing();
        transaction.committed();
        return ids;
    }

    private static void publish(List<UUID> ids, String... payloads) throws Exception {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setUri(server.uri());
        try (Connection connection = factory.newConnection();
                Channel channel = connection.createChannel()) {
            channel.confirmSelect();
            for (int i = 0; i < payloads.length; i++) {
                byte[] body = payloads[i] == null ? new byte[0] : bytes(payloads[i]);
                channel.basicPublish("outbox.event", "order", properties(ids.get(i), payloads[i] == null), body);
            }
            channel.waitForConfirmsOrDie(LIMIT.toMillis());
        }
    }

    private static AMQP.BasicProperties properties(UUID id, boolean isNull) {
        Map<String, Object> headers = new HashMap<>(Map.of("aggregateid", "key"));
        if (isNull) {
            headers.put("latchkey-null", true);
        }
        return new AMQP.BasicProperties.Builder()
                .messageId(id.toString())
                .deliveryMode(2)
                .headers(headers)
                .build();
    }

    private static byte[] bytes(String text) {
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    private Verdict judge() {
        assertThat(history.awaitDelivered(LIMIT)).as("all is seen").isTrue();
        return Checker.check(history.history());
    }
}
