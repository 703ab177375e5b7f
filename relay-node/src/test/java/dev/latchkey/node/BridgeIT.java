package dev.latchkey.node;

import static dev.latchkey.node.BridgeRig.QUICK;
import static dev.latchkey.node.BridgeRig.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.AMQP;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rows of the event table become messages: what arrives, how, and how often. */
class BridgeIT {
    private static final Map<String, String> BOOKINGS = Map.of("booking_event", "bookings");

    private static RabbitMqServer rabbit;
    private static PostgresServer postgres;

    private BridgeRig rig;

    @BeforeAll
    static void startServers() {
        rabbit = RealBroker.start();
        postgres = Servers.embedded().postgres(PostgresSettings.defaults());
        postgres.start();
    }

    @AfterAll
    static void stopServers() throws Exception {
        if (postgres != null) {
            postgres.close();
        }
        if (rabbit != null) {
            rabbit.close();
        }
    }

    @BeforeEach
    void open() throws Exception {
        rig = new BridgeRig(postgres, rabbit);
    }

    @AfterEach
    void close() throws Exception {
        rig.close();
    }

    @Test
    void aLiveNotificationIsPublishedOnceWithinASecond() throws Exception {
        rig.start(BOOKINGS, QUICK);
        rig.add("booking_event", "{\"a\":1}");
        within(1).until(() -> rig.counted("published") == 1);
        rig.unpublishedIs(0);
        assertThat(rig.await("bookings", 1)).containsExactly("{\"a\":1}");
        assertThat(rig.counted("notifications")).isEqualTo(1);
    }

    @Test
    void aPayloadIsWrittenAsV8WritesIt() throws Exception {
        rig.start(BOOKINGS, QUICK);
        rig.add("booking_event", "{ \"b\": 1.0, \"2\": -0, \"1\": 1e21 }");
        assertThat(rig.await("bookings", 1)).containsExactly("{\"1\":1e+21,\"2\":0,\"b\":1}");
    }

    /** C29: PostgreSQL folds equal notifications of a transaction into one. */
    @Test
    void twoEqualRowsOfATransactionAreTwoMessages() throws Exception {
        rig.start(BOOKINGS, QUICK);
        try (Connection connection = rig.connect()) {
            connection.setAutoCommit(false);
            BridgeRig.add(connection, "booking_event", "1");
            BridgeRig.add(connection, "booking_event", "1");
            connection.commit();
        }
        assertThat(rig.await("bookings", 2)).containsExactly("1", "1");
        assertThat(rig.counted("notifications")).isEqualTo(1);
    }

    /** C28: a notification takes less than 8,000 bytes, and the limit counts bytes. */
    @Test
    void aPayloadOfAnySizeIsCommittedAndArrives() throws Exception {
        rig.start(BOOKINGS, QUICK);
        List<String> payloads = List.of(json(7_999, "a"), json(8_000, "a"), json(20_000, "a"), json(8_000, "é"));
        for (String payload : payloads) {
            rig.add("booking_event", payload);
        }
        assertThat(rig.await("bookings", 4)).containsExactlyElementsOf(payloads);
    }

    /** A JSON string of so many bytes. */
    private static String json(int bytes, String letter) {
        int width = letter.getBytes(StandardCharsets.UTF_8).length;
        String text = '"' + letter.repeat((bytes - 2) / width) + '"';
        assertThat(text.getBytes(StandardCharsets.UTF_8)).hasSize(bytes);
        return text;
    }

    /** C31. */
    @Test
    void anyChannelNameOfUpTo63BytesIsHeardAsItIsWritten() throws Exception {
        Map<String, String> channels = new LinkedHashMap<>();
        for (String name : List.of("Orders", "orders-eu", "a\"b", "événement;--", "x".repeat(63))) {
            channels.put(name, "names" + channels.size());
        }
        rig.start(channels, QUICK);
        within(10).until(() -> rig.counted("published") == 0);
        for (String name : channels.keySet()) {
            rig.add(name, "\"" + name.replace("\"", "'") + "\"");
        }
        for (Map.Entry<String, String> channel : channels.entrySet()) {
            assertThat(rig.await(channel.getValue(), 1))
                    .containsExactly("\"" + channel.getKey().replace("\"", "'") + "\"");
        }
        assertThat(rig.counted("notifications")).as("heard, not swept").isEqualTo(channels.size());
    }

    /** C36 and the properties of C34. */
    @Test
    void messagesArePersistentAndNamedAfterTheirRowAndANullPayloadHasNoBody() throws Exception {
        rig.start(BOOKINGS, QUICK);
        rig.add("booking_event", null);
        rig.add("booking_event", "{}");
        within(10).until(() -> rig.counted("published") == 2);
        List<GetResponse> messages = rig.take("bookings");
        AMQP.BasicProperties first = messages.get(0).getProps();
        assertThat(messages.get(0).getBody()).isEmpty();
        assertThat(first.getHeaders()).hasSize(1);
        assertThat(first.getDeliveryMode()).isEqualTo(2);
        assertThat(first.getContentType()).isEqualTo("application/json");
        assertThat(first.getMessageId()).isEqualTo("1");
        assertThat(messages.get(1).getProps().getMessageId()).isEqualTo("2");
        assertThat(messages.get(1).getProps().getHeaders()).isNullOrEmpty();
    }

    /** C35. */
    @Test
    void aMessageTheBrokerWillNeverTakeIsParkedAndItsNeighboursArrive() throws Exception {
        rig.migrate(rig.configuration(BOOKINGS, QUICK));
        rig.add("booking_event", "1");
        rig.add("booking_event", json(RabbitMqServer.LARGEST_MESSAGE + 1, "a"));
        rig.add("booking_event", "3");
        rig.start(BOOKINGS, QUICK);
        rig.unpublishedIs(0);
        List<String> arrived = rig.await("bookings", 2);
        assertThat(arrived).startsWith("1").endsWith("3").containsOnly("1", "3");
        assertThat(rig.counted("parked")).isEqualTo(1);
        assertThat(rig.number("select count(*) from latchkey.bridge_parked where id = 2 and length(payload) = "
                        + (RabbitMqServer.LARGEST_MESSAGE + 1)
                        + " and channel = 'booking_event' and reason like '%large%'"))
                .isEqualTo(1);
        rig.add("booking_event", "4");
        assertThat(rig.await("bookings", 1)).containsExactly("4");
    }

    /** C33, the queue that refuses. */
    @Test
    void aFullQueueKeepsItsRowsAndHoldsNoOtherChannelBack() throws Exception {
        try (com.rabbitmq.client.Connection connection = RealBroker.connect(rabbit);
                com.rabbitmq.client.Channel channel = connection.createChannel()) {
            channel.queueDeclare(
                    rig.prefix + "full", true, false, false, Map.of("x-max-length", 1, "x-overflow", "reject-publish"));
        }
        declare("bookings");
        BridgeService service =
                rig.start(rig.configuration(Map.of("a_full", "full", "booking_event", "bookings"), QUICK, false));
        rig.add("a_full", "1");
        within(10).until(() -> rig.counted("published") == 1);
        rig.add("a_full", "2");
        within(10)
                .until(() ->
                        service.bridge().status().publishProblems().toString().contains("nack"));
        rig.add("booking_event", "3");
        assertThat(rig.await("bookings", 1)).containsExactly("3");
        assertThat(rig.number("select count(*) from event_outbox where published_at is null"))
                .isEqualTo(1);
        assertThat(rig.counted("keptBack")).isPositive();
        assertThat(rig.await("full", 2)).containsExactly("1", "2");
        rig.unpublishedIs(0);
        within(10).until(() -> service.bridge().status().publishProblems().isEmpty());
    }

    @Test
    void aQueueThatVanishesKeepsItsRowsUntilItIsBack() throws Exception {
        BridgeService service = rig.start(BOOKINGS, QUICK);
        delete("bookings");
        rig.add("booking_event", "1");
        within(10)
                .until(() ->
                        service.bridge().status().publishProblems().toString().contains("NO_ROUTE"));
        rig.unpublishedIs(1);
        declare("bookings");
        assertThat(rig.await("bookings", 1)).containsExactly("1");
        rig.unpublishedIs(0);
    }

    private void delete(String queue) throws Exception {
        try (com.rabbitmq.client.Connection connection = RealBroker.connect(rabbit);
                com.rabbitmq.client.Channel channel = connection.createChannel()) {
            channel.queueDelete(rig.prefix + queue);
        }
    }

    private void declare(String queue) throws Exception {
        try (com.rabbitmq.client.Connection connection = RealBroker.connect(rabbit);
                com.rabbitmq.client.Channel channel = connection.createChannel()) {
            channel.queueDeclare(rig.prefix + queue, true, false, false, Map.of());
        }
    }

    @Test
    void aMissingQueueIsNamedAtTheStartUnlessItIsToBeDeclared() throws Exception {
        var configuration = rig.configuration(BOOKINGS, QUICK, false);
        rig.migrate(configuration);
        assertThatThrownBy(() -> rig.build(configuration))
                .isInstanceOf(NodeRefusedException.class)
                .hasMessageContaining("no queue '" + rig.prefix + "bookings'");
    }

    @Test
    void aRowWithoutANotificationIsSwept() throws Exception {
        rig.start(BOOKINGS, QUICK.replace("sweepInterval: 1h", "sweepInterval: 200ms"));
        within(10).until(() -> rig.gauge("lagSeconds") == 0);
        rig.sql("insert into event_outbox (channel, payload) values ('booking_event', '1')");
        assertThat(rig.await("bookings", 1)).containsExactly("1");
        within(5).until(() -> rig.counted("swept") == 1);
    }

    @Test
    void aTransientChannelPublishesWhatIsNotifiedInItsOrderAndWritesNoRow() throws Exception {
        rig.start(Map.of("click", "clicks transient"), QUICK);
        List<String> expected =
                IntStream.range(0, 300).mapToObj(Integer::toString).toList();
        try (Connection connection = rig.connect();
                var notify = connection.prepareStatement("select pg_notify('click', ?)")) {
            for (String payload : expected) {
                notify.setString(1, payload);
                notify.execute();
            }
        }
        assertThat(rig.await("clicks", 300)).isEqualTo(expected);
    }

    @Test
    void invalidJsonArrivesAsItIsOrInTheDeadLetterQueueAndStopsNothing() throws Exception {
        rig.start(BOOKINGS, QUICK + "  invalidJson: deadLetter\n  deadLetterQueue: PREFIX.dead\n");
        rig.add("booking_event", "{not json");
        rig.add("booking_event", "2");
        assertThat(rig.await("dead", 1)).containsExactly("{not json");
        assertThat(rig.await("bookings", 1)).containsExactly("2");
        assertThat(rig.counted("invalidJson")).isEqualTo(1);
    }

    @Test
    void cleanupDeletesPublishedRowsAndNeverOthers() throws Exception {
        rig.migrate(rig.configuration(BOOKINGS, QUICK));
        rig.sql("insert into event_outbox (channel, payload, created_at, published_at) select 'booking_event', '1',"
                + " now() - interval '3 days', now() - interval '2 days' from generate_series(1, 25)");
        rig.sql("insert into event_outbox (channel, payload, created_at) values ('no_such_channel', '1',"
                + " now() - interval '2 days')");
        rig.sql("insert into event_outbox (channel, payload, created_at, published_at) values ('booking_event', '1',"
                + " now() - interval '3 days', now())");
        rig.start(BOOKINGS, QUICK + "  cleanup: {interval: 100ms, batch: 10}\n");
        within(10).until(() -> rig.counted("cleaned") == 25);
        within(10).until(() -> rig.gauge("overdueRows") == 1);
        assertThat(rig.number("select count(*) from event_outbox")).isEqualTo(2);
    }

    @Test
    void cleanupOfAllDeletesUnpublishedRowsToo() throws Exception {
        rig.migrate(rig.configuration(BOOKINGS, QUICK));
        rig.sql("insert into event_outbox (channel, payload, created_at) values ('no_such_channel', '1',"
                + " now() - interval '2 days')");
        rig.start(BOOKINGS, QUICK + "  cleanup: {interval: 100ms, mode: all}\n");
        within(10).until(() -> rig.counted("cleaned") == 1);
    }

    @Test
    void theTriggerOfTheExampleWritesTheRowAsJson() throws Exception {
        rig.start(BOOKINGS, QUICK);
        rig.sql("create table booking (id int, name text)");
        rig.sql("create trigger booking_event after insert on booking for each row"
                + " execute function event_outbox_row('booking_event')");
        rig.sql("insert into booking values (7, 'x')");
        assertThat(rig.await("bookings", 1)).containsExactly("{\"id\":7,\"name\":\"x\"}");
    }

    /** Commit order, not insert order, within what is claimed together. */
    @Test
    void rowsOfABacklogArriveInCommitOrder() throws Exception {
        rig.migrate(rig.configuration(BOOKINGS, QUICK));
        try (Connection early = rig.connect()) {
            early.setAutoCommit(false);
            BridgeRig.add(early, "booking_event", "\"inserted first, committed last\"");
            rig.add("booking_event", "\"inserted last, committed first\"");
            early.commit();
        }
        rig.start(BOOKINGS, QUICK);
        assertThat(rig.await("bookings", 2))
                .containsExactly("\"inserted last, committed first\"", "\"inserted first, committed last\"");
        within(5).until(() -> rig.counted("caughtUp") == 2);
    }

    @Test
    void twoBridgesAtOncePublishNoRowTwice() throws Exception {
        rig.start(BOOKINGS, QUICK + "  batch: 7\n");
        rig.start(BOOKINGS, QUICK + "  batch: 7\n");
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            expected.add(Integer.toString(i));
            rig.add("booking_event", Integer.toString(i));
        }
        rig.unpublishedIs(0);
        assertThat(rig.await("bookings", 500)).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void noRowIsLostOrDoubledWhileTheListeningConnectionIsKilledAgainAndAgain() throws Exception {
        BridgeService service = rig.start(BOOKINGS, QUICK);
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            expected.add(Integer.toString(i));
            rig.add("booking_event", Integer.toString(i));
            if (i % 20 == 0) {
                rig.killListener();
            }
        }
        within(30).until(() -> rig.counted("published") >= 1000);
        assertThat(rig.await("bookings", 1000)).isEqualTo(expected);
        assertThat(rig.counted("reconnects")).isGreaterThan(5);
        within(5).until(() -> service.bridge().status().connection().state() == State.CONNECTED);
    }
}
