package dev.latchkey.coordination;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.curator.retry.RetryForever;
import org.apache.curator.test.InstanceSpec;
import org.apache.zookeeper.ZKUtil;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** Several nodes in one JVM against one ensemble, and the ledger that stands for the fence in the database. */
final class TestCluster implements AutoCloseable {
    /** Longer than the members take to come back one after the other. */
    private static final Duration GRACE = Duration.ofSeconds(4);

    /** Long enough for a restart of the server and a client's pause before it tries again, which is up to a second. */
    static final Duration SESSION_TIMEOUT = Duration.ofSeconds(3);

    private static final int TICK_MILLIS = 150;
    private static final String PATH = "/latchkey/test";

    /** Who holds which shard at the fence. */
    final Map<Integer, String> ledger = new ConcurrentSkipListMap<>();

    private Instant lastStart = Instant.EPOCH;
    private final List<TestNode> nodes = new ArrayList<>();
    private final int shards;
    private final Duration grace;
    private final String connectString;
    private final CuratorFramework client;
    private OwnershipRecord record = () -> Map.copyOf(ledger);

    TestCluster(String connectString, int shards) {
        this(connectString, shards, GRACE);
    }

    TestCluster(String connectString, int shards, Duration grace) {
        this.connectString = connectString;
        this.shards = shards;
        this.grace = grace;
        client = CuratorFrameworkFactory.builder()
                .connectString(connectString)
                .sessionTimeoutMs((int) SESSION_TIMEOUT.toMillis())
                .retryPolicy(new RetryForever(50))
                .build();
        client.start();
    }

    /** A server whose ticks are short enough for the session timeout of these tests. */
    static InstanceSpec server(int port) {
        return new InstanceSpec(null, port, -1, -1, true, -1, TICK_MILLIS, -1);
    }

    static ConditionFactory within(int seconds) {
        return Awaitility.await().pollInterval(Duration.ofMillis(20)).atMost(Duration.ofSeconds(seconds));
    }

    TestCluster withRecord(OwnershipRecord other) {
        record = other;
        return this;
    }

    TestNode start(String id) {
        Member self = new Member(id, "http://" + id, "1", Instant.now(), Set.of());
        CoordinationSettings settings = new CoordinationSettings(
                connectString, PATH, SESSION_TIMEOUT, Duration.ofMillis(500), grace, shards, self);
        CuratorCoordinator coordinator = (CuratorCoordinator) Coordinators.curator(settings, record, Clock.systemUTC());
        TestNode node = new TestNode(coordinator, id, ledger);
        nodes.add(node);
        lastStart = Instant.now();
        return node;
    }

    /** Waits until every shard has one believer, all others know better, and the counts differ by one at the most. */
    void awaitBalanced(TestNode... members) {
        within(15).untilAsserted(() -> {
            assertThat(owners()).hasSize(shards);
            List<Integer> counts = new ArrayList<>();
            for (TestNode node : members) {
                counts.add(node.believes().size());
            }
            assertThat(counts.stream().mapToInt(Integer::intValue).sum()).isEqualTo(shards);
            assertThat(counts)
                    .allMatch(count -> count == shards / members.length || count == (shards - 1) / members.length + 1);
            assertThat(queues()).allSatisfy((shard, queue) -> assertThat(queue).hasSize(1));
        });
    }

    /** Waits until no session of a balanced cluster is young any more. */
    void awaitGraceOver() {
        within(10).until(() -> Instant.now().isAfter(lastStart.plus(grace).plus(Duration.ofMillis(500))));
    }

    /** Shard to the node that believes to own it. Fails when two do. */
    Map<Integer, String> owners() {
        Map<Integer, String> owners = new TreeMap<>();
        for (TestNode node : nodes) {
            for (int shard : node.believes()) {
                assertThat(owners.put(shard, node.id))
                        .as("second owner of shard " + shard)
                        .isNull();
            }
        }
        return owners;
    }

    long count(TestNode.Kind kind) {
        return nodes.stream().mapToLong(node -> node.count(kind)).sum();
    }

    /** Shard to the latch nodes in its queue. */
    Map<Integer, List<String>> queues() throws Exception {
        Map<Integer, List<String>> queues = new TreeMap<>();
        for (int shard = 0; shard < shards; shard++) {
            queues.put(shard, client.getChildren().forPath(PATH + "/shards/" + shard));
        }
        return queues;
    }

    /** Deletes all that is there in one transaction. */
    void wipe() throws Exception {
        List<String> paths = ZKUtil.listSubTreeBFS(client.getZookeeperClient().getZooKeeper(), "/latchkey");
        List<CuratorOp> deletions = new ArrayList<>();
        for (String path : paths) {
            deletions.add(0, client.transactionOp().delete().forPath(path));
        }
        client.transaction().forOperations(deletions);
    }

    String queuePath(int shard) {
        return PATH + "/shards/" + shard;
    }

    String memberPath(String id) {
        return PATH + "/members/" + id;
    }

    CuratorFramework client() {
        return client;
    }

    @Override
    public void close() {
        nodes.forEach(TestNode::close);
        client.close();
    }
}
