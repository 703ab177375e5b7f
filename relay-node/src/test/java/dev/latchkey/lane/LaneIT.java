package dev.latchkey.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.coordination.ShardMap;
import dev.latchkey.failure.RetryableFailure;
import dev.latchkey.failure.StepDownFailure;
import dev.latchkey.lab.server.KafkaBroker;
import dev.latchkey.lab.server.KafkaSettings;
import dev.latchkey.lab.server.Servers;
import dev.latchkey.outbox.postgres.OutboxDatabase;
import dev.latchkey.outbox.postgres.SettleMode;
import dev.latchkey.publish.kafka.KafkaPublishers;
import dev.latchkey.publish.kafka.TopicReader;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Lanes against a real database and a real broker, hit exactly between two of their steps. */
class LaneIT {
    private static KafkaBroker broker;

    private final String topic = "t" + UUID.randomUUID();
    private final List<SteppedNode> nodes = new ArrayList<>();
    private OutboxDatabase database;
    private KafkaPublishers publishers;

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
    void open() throws Exception {
        database = OutboxDatabase.create(SettleMode.DELETE);
        publishers = new KafkaPublishers(new dev.latchkey.publish.kafka.KafkaSettings(
                "lane-it-" + UUID.randomUUID(),
                "",
                true,
                2,
                (short) -1,
                Map.of("bootstrap.servers", broker.bootstrapServers(), "max.request.size", "10000000")));
    }

    @AfterEach
    void close() {
        nodes.forEach(SteppedNode::close);
        publishers.close();
        database.close();
    }

    @Test
    void committedEventsAreDeliveredOnceAndSettled() throws Exception {
        SteppedNode node = node("a");
        node.serveAll();
        insert("k", 25);
        node.turnUntilSettled();
        assertThat(delivered()).isEqualTo(labels("k", 25));
    }

    @Test
    void aCrashBetweenTheBrokersCommitAndTheSettleLeavesNoDuplicate() throws Exception {
        crashBeforeSettling("a", 25);
        SteppedNode taker = node("b");
        taker.serveAll();
        taker.turnUntilSettled();
        assertThat(delivered()).isEqualTo(labels("k", 25));
    }

    @Test
    void anOwnerPausedBeforeItsPublishHasNoEffectAfterATakeOver() throws Exception {
        takenOverAtAPause((paused, takeOver) -> paused.beforePublish = takeOver);
    }

    @Test
    void anOwnerPausedBeforeItsSettleHasNoEffectAfterATakeOver() throws Exception {
        takenOverAtAPause((paused, takeOver) -> paused.beforeSettle = takeOver);
    }

    private void takenOverAtAPause(BiConsumer<SteppedNode, SteppedNode.Step> pause) throws Exception {
        SteppedNode taker = node("b");
        SteppedNode paused = node("a");
        pause.accept(paused, once(() -> {
            taker.serveAll();
            taker.turnUntilSettled();
        }));
        paused.serveAll();
        insert("k", 25);
        paused.turnUntil(() -> !paused.contested.isEmpty());
        assertThat(delivered()).isEqualTo(labels("k", 25));
    }

    @Test
    void aTakerThatDiesHalfwayLeavesNeitherLossNorDuplicate() throws Exception {
        crashBeforeSettling("a", 5);
        SteppedNode halfway = node("b");
        halfway.beforeRecovery = SteppedNode.CRASH;
        halfway.serveAll();
        halfway.turnUntilCrash();
        SteppedNode third = node("c");
        third.serveAll();
        third.turnUntilSettled();
        assertThat(delivered()).isEqualTo(labels("k", 5));
    }

    @Test
    void aDatabaseThatAnswersBadlyAfterTheBrokersCommitDoesNotLeadToASecondPublish() throws Exception {
        SteppedNode node = node("a");
        node.beforeSettle = once(() -> {
            throw new RetryableFailure("connection lost", null);
        });
        node.serveAll();
        insert("k", 25);
        node.turnUntilSettled();
        assertThat(delivered()).isEqualTo(labels("k", 25));
        assertThat(node.opened()).as("incarnations").isEqualTo(1);
    }

    @Test
    void aLaneThatCannotTellWhetherItPublishedFindsOut() throws Exception {
        SteppedNode node = node("a");
        node.afterPublish = once(() -> {
            throw new StepDownFailure("the commit timed out", null);
        });
        node.serveAll();
        insert("k", 25);
        node.turnUntilSettled();
        assertThat(delivered()).isEqualTo(labels("k", 25));
        assertThat(node.opened()).as("incarnations").isEqualTo(2);
    }

    @Test
    void anUnexpectedFailureEndsTheIncarnationAndLosesNothing() throws Exception {
        SteppedNode node = node("a");
        node.afterPublish = once(() -> {
            throw new IllegalStateException("a bug");
        });
        node.serveAll();
        insert("k", 25);
        node.turnUntilSettled();
        assertThat(delivered()).isEqualTo(labels("k", 25));
    }

    @Test
    void anEventThatCannotGoHaltsItsShardAndNoOther() throws Exception {
        SteppedNode node = node("a");
        node.serveAll();
        int poisoned = shardOf("k");
        String other = keyOutside(poisoned);
        insert("k", List.of(tooLarge(), "behind it"));
        insert(other, 25);
        node.turnUntil(() -> database.count("select count(*) from outbox") == 2);
        assertThat(delivered()).isEqualTo(labels(other, 25));
        assertThat(node.shards())
                .filteredOn(status -> status.state() == ShardState.HALTED)
                .singleElement()
                .satisfies(status -> {
                    assertThat(status.shard()).isEqualTo(poisoned);
                    assertThat(status.lastError()).contains("can't be published");
                });
    }

    @Test
    void aDrainedShardIsGivenUpCleanlyAndGoesOnElsewhereWithoutRecovery() throws Exception {
        SteppedNode first = node("a");
        first.serveAll();
        insert("k", 15);
        first.turnUntilSettled();
        first.drainAll();
        first.turnUntil(() -> first.released.size() == OutboxDatabase.SHARDS);
        insert("k", 15);
        SteppedNode second = node("b");
        second.beforeRecovery = () -> {
            throw new AssertionError("nothing was in doubt");
        };
        second.serveAll();
        second.turnUntilSettled();
        assertThat(delivered()).hasSize(30);
        assertThat(database.count("select count(*) from latchkey.lane where fenced"))
                .isZero();
    }

    private void crashBeforeSettling(String name, int events) throws Exception {
        SteppedNode crashing = node(name);
        crashing.beforeSettle = SteppedNode.CRASH;
        crashing.serveAll();
        insert("k", events);
        crashing.turnUntilCrash();
    }

    private SteppedNode node(String name) throws Exception {
        SteppedNode node = new SteppedNode(name, database, publishers);
        nodes.add(node);
        return node;
    }

    private void insert(String key, int events) throws Exception {
        insert(key, labels(key, events));
    }

    private void insert(String key, List<String> labels) throws Exception {
        try (Connection connection = database.connect()) {
            for (String label : labels) {
                OutboxDatabase.insert(connection, topic, key, label);
            }
        }
    }

    private static List<String> labels(String key, int events) {
        return IntStream.range(0, events).mapToObj(i -> key + " " + i).toList();
    }

    private List<String> delivered() {
        return TopicReader.committed(broker.bootstrapServers(), topic).stream()
                .map(value -> value.replace("\"", ""))
                .toList();
    }

    /** Beyond the broker's limit even compressed. */
    private static String tooLarge() {
        byte[] bytes = new byte[300_000];
        new Random(1).nextBytes(bytes);
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static int shardOf(String key) throws Exception {
        byte[] digest = MessageDigest.getInstance("MD5").digest(key.getBytes(StandardCharsets.UTF_8));
        return new ShardMap(OutboxDatabase.SHARDS).shardOf(digest[0] & 0xff);
    }

    private static String keyOutside(int shard) throws Exception {
        String key = "other";
        while (shardOf(key) == shard) {
            key += "r";
        }
        return key;
    }

    private static SteppedNode.Step once(SteppedNode.Step step) {
        boolean[] done = {false};
        return () -> {
            if (!done[0]) {
                done[0] = true;
                step.run();
            }
        };
    }
}
