package dev.latchkey.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.latchkey.coordination.Coordinator;
import dev.latchkey.coordination.Coordinator.Connection.State;
import dev.latchkey.lab.server.PostgresServer;
import dev.latchkey.lab.server.PostgresSettings;
import dev.latchkey.lab.server.Servers;
import dev.latchkey.lane.LaneState;
import dev.latchkey.lane.LaneSupervisor.LaneStatus;
import dev.latchkey.lane.ShardState;
import dev.latchkey.lane.ShardStatus;
import dev.latchkey.outbox.postgres.RelayTables;
import dev.latchkey.outbox.postgres.SettleMode;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The admin port over real HTTP, with a real database. */
@Timeout(120)
class AdminPagesIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static PostgresServer server;
    private static RelayTables tables;

    private TestNode node;

    @BeforeAll
    static void startServer() throws SQLException {
        server = Servers.embedded().postgres(PostgresSettings.defaults());
        server.start();
        tables = RelayTables.create(server, SettleMode.MARK, 16);
        tables.run("insert into latchkey.lane (id, node) values ('lane-x', 'node-2')");
        tables.run("""
                update latchkey.shard set epoch = 3, lane = 'lane-x', state = 'active', reported_at = now()
                where shard = 3
                """);
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @BeforeEach
    void startNode() throws Exception {
        node = new TestNode(tables.dataSource());
        node.coordinator.members = List.of(FakeCoordinator.member("node-1"), FakeCoordinator.member("node-2", 3));
    }

    @AfterEach
    void stopNode() {
        node.close();
    }

    private static JsonNode body(HttpResponse<String> response) throws Exception {
        assertThat(response.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("application/json"));
        return JSON.readTree(response.body());
    }

    /** Asks again until it holds, for ten seconds. */
    private static void eventually(Callable<Boolean> condition) throws Exception {
        long begun = System.nanoTime();
        while (!condition.call()) {
            assertThat(System.nanoTime() - begun).isLessThan(TimeUnit.SECONDS.toNanos(10));
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }

    @Test
    void shardsAreJsonForWhoeverAsksForIt() throws Exception {
        HttpResponse<String> response = node.json("/shards");

        assertThat(response.statusCode()).isEqualTo(200);
        JsonNode page = body(response);
        assertThat(page.get("cluster").asText()).isEqualTo("orders");
        assertThat(page.get("answeredBy").asText()).isEqualTo("node-1");
        assertThat(page.get("shards")).hasSize(16);
        JsonNode shard = page.get("shards").get(3);
        assertThat(shard.get("slots").asText()).isEqualTo("48-63");
        assertThat(shard.get("owner").asText()).isEqualTo("node-2");
        assertThat(shard.get("ownerAlive").asBoolean()).isTrue();
        assertThat(shard.get("epoch").asLong()).isEqualTo(3);
        assertThat(shard.get("state").asText()).isEqualTo("active");
        assertThat(shard.get("unsent").isNumber()).isTrue();
        assertThat(shard.get("unsentCapped").asBoolean()).isFalse();
        assertThat(page.get("error").isNull()).isTrue();
    }

    @Test
    void shardsAreATableForCurlAndForBrowsers() throws Exception {
        List<HttpResponse<String>> answers = List.of(
                node.get("/shards"),
                node.get("/shards", "Accept", "*/*"),
                node.get("/shards", "Accept", "text/plain"),
                node.get("/shards", "Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"));

        for (HttpResponse<String> answer : answers) {
            assertThat(answer.headers().firstValue("Content-Type"))
                    .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain"));
            assertThat(answer.body()).startsWith("SHARD  SLOTS").contains("48-63    node-2");
        }
        assertThat(node.get("/shards", "Accept", "application/json, */*;q=0.5").body())
                .startsWith("{");
        assertThat(node.get("/shards", "Accept", "image/png").statusCode()).isEqualTo(406);
    }

    @Test
    void nodesAndTheirShards() throws Exception {
        JsonNode page = body(node.json("/nodes"));

        assertThat(page.get("nodes").get(1).get("id").asText()).isEqualTo("node-2");
        assertThat(page.get("nodes").get(1).get("startedAt").asText()).isEqualTo("2026-01-01T00:00:00Z");
        assertThat(page.get("nodes").get(1).get("shards").get(0).asInt()).isEqualTo(3);
        assertThat(page.get("coordination").get("state").asText()).isEqualTo("connected");
        assertThat(node.get("/nodes").body()).startsWith("NODE");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "order-1",
                "",
                " ",
                "a/b",
                "/",
                "a//b",
                "100%",
                "a%2Fb",
                "a+b c",
                "a;b=c",
                "a?b#c",
                "back\\slash",
                "käse",
                "注文-7",
                "\uD83D\uDD11",
                "e\u0301"
            })
    void aKeysSlotIsTheDatabases(String key) throws Exception {
        String encoded = URLEncoder.encode(key, StandardCharsets.UTF_8).replace("+", "%20");
        int slot = slotInDatabase(key);

        JsonNode byPath = body(node.json("/keys/" + encoded));
        JsonNode byParameter = body(node.json("/keys?key=" + encoded));

        assertThat(byPath.get("key").asText()).isEqualTo(key);
        assertThat(byPath.get("slot").asInt()).isEqualTo(slot);
        assertThat(byPath.get("shard").asInt()).isEqualTo(slot / 16);
        assertThat(byParameter).isEqualTo(byPath);
    }

    @Test
    void aKeyMayHoldPlainSlashesAndDots() throws Exception {
        assertThat(body(node.json("/keys/a/b/c")).get("key").asText()).isEqualTo("a/b/c");
        assertThat(body(node.json("/keys?key=..")).get("key").asText()).isEqualTo("..");
        assertThat(node.json("/keys").statusCode()).isEqualTo(400);
    }

    private static int slotInDatabase(String key) throws SQLException {
        try (Connection connection = tables.connect();
                PreparedStatement insert = connection.prepareStatement(
                        "insert into outbox (aggregateid, published_at) values (?, now()) returning slot")) {
            insert.setString(1, key);
            try (ResultSet result = insert.executeQuery()) {
                result.next();
                return result.getInt(1);
            }
        }
    }

    @Test
    void dropwizardsOwnPagesStay() throws Exception {
        assertThat(node.get("/ping").body()).isEqualToIgnoringNewLines("pong");
        assertThat(node.get("/metrics").body()).contains("latchkey.node.orderingByCommitTime");
        assertThat(node.get("/threads").body()).contains("main");
        assertThat(node.get("/").body()).contains("Healthcheck");
        assertThat(node.get("/tasks").statusCode()).isLessThan(500);
        assertThat(node.get("/nothing").statusCode()).isEqualTo(404);
        eventually(() -> node.get("/healthcheck").statusCode() == 200);
        JsonNode health = JSON.readTree(node.get("/healthcheck").body());
        assertThat(health.fieldNames())
                .toIterable()
                .contains("database", "kafka", "zookeeper", "lanes", "ordering", "deadlocks");
        assertThat(health.get("ordering").get("message").asText()).isEqualTo("commit time");
    }

    @Test
    void aNodeThatOwnsNothingIsReady() throws Exception {
        eventually(() -> node.get("/ready").statusCode() == 200);

        JsonNode ready = body(node.get("/ready"));
        assertThat(ready.get("ready").asBoolean()).isTrue();
        assertThat(ready.get("reasons")).isEmpty();
        assertThat(ready.get("ordering").asText()).isEqualTo("commit time");
    }

    @Test
    void readyTellsEveryReasonInWordsAndLiveIsNoneOfThem() throws Exception {
        node.broker = () -> Optional.of("nobody answers");
        node.coordinator.connection =
                new Coordinator.Connection(State.SUSPENDED, Instant.now().minusSeconds(7), Instant.now());
        eventually(() -> !node.get("/ready").body().contains("database"));

        HttpResponse<String> response = node.get("/ready");

        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(body(response).get("reasons"))
                .extracting(JsonNode::asText)
                .satisfiesExactly(
                        kafka -> assertThat(kafka).isEqualTo("kafka: nobody answers"),
                        zooKeeper -> assertThat(zooKeeper).startsWith("zookeeper: contact lost"));
        assertThat(node.get("/live").statusCode()).isEqualTo(200);
    }

    @Test
    void readyAnswersAtOnceWhileTheBrokerHangs() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        node.broker = () -> {
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return Optional.empty();
        };
        node.get("/live");

        long begun = System.nanoTime();
        HttpResponse<String> response = node.get("/ready");
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        end.countDown();

        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.body()).contains("kafka: no answer for");
        assertThat(took).isLessThan(Duration.ofSeconds(1));
    }

    @Test
    void aStuckLaneIsToldByNumber() throws Exception {
        node.lanes = List.of(new LaneStatus(1, LaneState.RUNNING, null, true, Duration.ofSeconds(61)));

        HttpResponse<String> response = node.get("/live");

        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(body(response).get("reasons").get(0).asText()).startsWith("lane 1: stuck");
    }

    @Test
    void gaugesComeAndGoWithTheShards() throws Exception {
        node.shards = List.of(new ShardStatus(5, 9, ShardState.ACTIVE, null, 4));
        eventually(() -> node.get("/metrics").body().contains("latchkey.shard.5.epoch"));

        node.shards = List.of();
        eventually(() -> !node.get("/metrics").body().contains("latchkey.shard.5."));
    }

    @Test
    void theOwnerOfShardZeroCleansUp() throws Exception {
        tables.run("insert into outbox (aggregateid, published_at)"
                + " select 'expired', now() - interval '2 hours' from generate_series(1, 25)");

        node.shards = List.of(new ShardStatus(0, 1, ShardState.ACTIVE, null, 0));

        eventually(() -> expired().equals("0"));
    }

    private static String expired() throws SQLException {
        return tables.query("select count(*) from outbox where aggregateid = 'expired'")
                .get(0);
    }
}
