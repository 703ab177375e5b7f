package dev.latchkey.node;

import static dev.latchkey.node.BridgeRig.QUICK;
import static dev.latchkey.node.BridgeRig.within;
import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.GetResponse;
import dev.latchkey.bridge.BridgeStatus.State;
import dev.latchkey.lab.server.PostgresServer;
import dev.latchkey.lab.server.PostgresSettings;
import dev.latchkey.lab.server.RabbitMqServer;
import dev.latchkey.lab.server.Servers;
import dev.latchkey.publish.rabbitmq.RealBroker;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Servers go away and come back. Each test has its own. */
class BridgeFaultsIT {
    private static final Map<String, String> BOOKINGS = Map.of("booking_event", "bookings");

    private RabbitMqServer rabbit;
    private PostgresServer postgres;
    private BridgeRig rig;

    @BeforeEach
    void open() throws Exception {
        rabbit = RealBroker.start();
        postgres = Servers.embedded().postgres(PostgresSettings.defaults());
        postgres.start();
        rig = new BridgeRig(postgres, rabbit);
    }

    @AfterEach
    void close() throws Exception {
        if (rig != null) {
            rig.close();
            postgres.close();
        }
        if (rabbit != null) {
            rabbit.close();
        }
    }

    private List<String> write(int from, int to) throws Exception {
        List<String> payloads =
                IntStream.range(from, to).mapToObj(Integer::toString).toList();
        try (Connection connection = rig.connect()) {
            for (String payload : payloads) {
                BridgeRig.add(connection, "booking_event", payload);
            }
        }
        return payloads;
    }

    /** C25, the broker; C33, nothing is stamped and the reason shows; C34, what is sent late has all its properties. */
    @Test
    void rowsWrittenWhileTheBrokerIsAwayArriveInOrderWithAllProperties() throws Exception {
        BridgeService service = rig.start(BOOKINGS, QUICK);
        rabbit.stop();
        List<String> expected = write(0, 700);
        within(10)
                .until(() ->
                        service.bridge().status().publishProblems().toString().contains("rabbitmq"));
        within(10).until(() -> rig.counted("notifications") == 700);
        assertThat(rig.number("select count(*) from event_outbox where published_at is null"))
                .isEqualTo(700);
        assertThat(service.bridge().status().listenProblem())
                .as("LISTEN goes on")
                .isEmpty();
        rabbit.start();
        rig.unpublishedIs(0);
        List<GetResponse> messages = rig.take("bookings");
        assertThat(messages)
                .extracting(message -> new String(message.getBody(), StandardCharsets.UTF_8))
                .isEqualTo(expected);
        assertThat(messages)
                .allMatch(message -> message.getProps().getDeliveryMode() == 2
                        && message.getProps().getMessageId() != null
                        && "application/json".equals(message.getProps().getContentType()));
        within(5).until(() -> service.bridge().status().publishProblems().isEmpty());
    }

    /** C25, the database: 57P01 when it stops, 57P03 while it starts. */
    @Test
    void rowsWrittenAfterARestartOfTheDatabaseArriveByCatchUpInOrder() throws Exception {
        BridgeService service = rig.start(BOOKINGS, QUICK);
        List<String> expected = new ArrayList<>(write(0, 50));
        // What is confirmed and not yet stamped when the server stops comes twice.
        rig.unpublishedIs(0);
        postgres.stop();
        within(5).until(() -> service.bridge().status().connection().state() == State.DISCONNECTED);
        assertThat(service.bridge().status().connection().disconnectedAt()).isNotNull();
        postgres.start();
        expected.addAll(write(50, 500));
        rig.unpublishedIs(0);
        assertThat(rig.await("bookings", 500)).isEqualTo(expected);
        within(10).until(() -> service.bridge().status().connection().state() == State.CONNECTED);
    }

    /** C30 and the alarm of C33. */
    @Test
    void aBlockedBrokerLeavesTheServersQueueOfNotificationsEmptyAndLosesNothing() throws Exception {
        BridgeService service = rig.start(BOOKINGS, QUICK);
        rabbit.alarm();
        List<String> expected = new ArrayList<>();
        // The broker blocks those who publish, a while after the alarm.
        within(40).until(() -> {
            expected.addAll(write(expected.size(), expected.size() + 1));
            return service.bridge().status().publishProblems().toString().contains("blocks");
        });
        expected.addAll(write(expected.size(), expected.size() + 3_000));
        within(20).until(() -> rig.counted("notifications") == expected.size());
        within(5).until(() -> rig.gauge("queueUsage") == 0);
        assertThat(rig.number("select count(*) from event_outbox where published_at is null"))
                .as("nothing is stamped that the broker hasn't confirmed")
                .isGreaterThanOrEqualTo(3_000);
        rabbit.calm();
        within(60).until(() -> rig.number("select count(*) from event_outbox where published_at is null") == 0);
        assertThat(new LinkedHashSet<>(rig.await("bookings", expected.size()))).containsExactlyElementsOf(expected);
    }

    /** C33: the connection is lost with messages in flight. A duplicate is possible then; a loss is not. */
    @Test
    void connectionsLostBetweenPublishAndConfirmLoseNothing() throws Exception {
        rig.start(BOOKINGS, QUICK + "  batch: 50\n");
        Thread killer = new Thread(() -> closeConnections(3));
        killer.start();
        List<String> expected = write(0, 4_000);
        killer.join();
        rig.unpublishedIs(0);
        assertThat(new LinkedHashSet<>(rig.await("bookings", 4_000))).containsExactlyElementsOf(expected);
    }

    private void closeConnections(int times) {
        for (int i = 0; i < times; i++) {
            rabbit.closeConnections();
        }
    }
}
