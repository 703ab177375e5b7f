package dev.latchkey.coordination;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.zookeeper.ZooKeeper;

/**
 * A node under test: a coordinator and a listener that records what it is told, keeps the ledger of the fence as the relay
 * would, and answers each drain at once unless told otherwise.
 */
final class TestNode implements OwnershipListener, AutoCloseable {
    /** What the listener was told. */
    enum Kind {
        ACQUIRED,
        DRAIN,
        UNCERTAIN,
        CONFIRMED,
        LOST
    }

    private static final String SEAT = "bridge";

    record Event(Kind kind, OwnershipTerm term, Instant at) {}

    final String id;
    final CuratorCoordinator coordinator;
    final List<Event> events = new CopyOnWriteArrayList<>();
    volatile boolean answersDrains = true;
    private final Map<Integer, Event> latest = new ConcurrentSkipListMap<>();
    private final Map<Integer, Long> terms = new ConcurrentHashMap<>();
    private final Map<Integer, String> ledger;
    private volatile boolean crashed;
    private volatile boolean seated;

    TestNode(CuratorCoordinator coordinator, String id, Map<Integer, String> ledger) {
        this.id = id;
        this.coordinator = coordinator;
        this.ledger = ledger;
        coordinator.contend(SEAT, new Seat());
        coordinator.start(this);
    }

    @Override
    public void acquired(OwnershipTerm term) {
        assertThat(term.term()).isGreaterThan(terms.getOrDefault(term.shard(), -1L));
        note(Kind.ACQUIRED, term);
        ledger.put(term.shard(), id);
    }

    @Override
    public void drain(OwnershipTerm term) {
        note(Kind.DRAIN, term);
        if (answersDrains) {
            release(term);
        }
    }

    void release(OwnershipTerm term) {
        if (!crashed) {
            ledger.remove(term.shard(), id);
            coordinator.released(term);
        }
    }

    @Override
    public void uncertain(OwnershipTerm term, String reason) {
        note(Kind.UNCERTAIN, term);
    }

    @Override
    public void confirmed(OwnershipTerm term) {
        assertThat(latest.get(term.shard()).kind()).isEqualTo(Kind.UNCERTAIN);
        note(Kind.CONFIRMED, term);
    }

    @Override
    public void lost(OwnershipTerm term) {
        note(Kind.LOST, term);
    }

    private void note(Kind kind, OwnershipTerm term) {
        Event event = new Event(kind, term, Instant.now());
        events.add(event);
        terms.put(term.shard(), term.term());
        latest.put(term.shard(), event);
    }

    /** The shards that this node believes to own, without a doubt. */
    Set<Integer> believes() {
        Set<Integer> shards = new TreeSet<>();
        latest.forEach((shard, event) -> {
            if (!crashed && (event.kind() == Kind.ACQUIRED || event.kind() == Kind.CONFIRMED)) {
                shards.add(shard);
            }
        });
        return shards;
    }

    boolean seated() {
        return seated && !crashed;
    }

    private final class Seat implements SeatListener {
        @Override
        public void taken() {
            assertThat(seated).isFalse();
            seated = true;
        }

        @Override
        public void lost(String reason) {
            assertThat(seated).isTrue();
            seated = false;
        }
    }

    OwnershipTerm term(int shard) {
        return latest.get(shard).term();
    }

    Instant drainedAt(int shard) {
        return events.stream()
                .filter(event -> event.kind() == Kind.DRAIN && event.term().shard() == shard)
                .reduce((earlier, later) -> later)
                .orElseThrow()
                .at();
    }

    long count(Kind kind) {
        return events.stream().filter(event -> event.kind() == kind).count();
    }

    boolean leave() throws InterruptedException {
        return coordinator.leave(Duration.ofSeconds(5));
    }

    /** Ends without a word: the ensemble drops the session, the ledger still names the node. */
    void crash() {
        crashed = true;
        coordinator.close();
    }

    /** The client takes its session for expired and ends it. */
    void endSession() throws Exception {
        zooKeeper().getTestable().injectSessionExpiration();
    }

    /** The servers end the session; the client learns of it later. */
    void killSession(String connectString) throws Exception {
        ZooKeeper own = zooKeeper();
        try (ZooKeeper twin = new ZooKeeper(
                connectString, own.getSessionTimeout(), event -> {}, own.getSessionId(), own.getSessionPasswd())) {
            TestCluster.within(5).until(() -> twin.getState() == ZooKeeper.States.CONNECTED);
        }
    }

    ZooKeeper zooKeeper() throws Exception {
        return coordinator.ensemble.client().getZookeeperClient().getZooKeeper();
    }

    @Override
    public void close() {
        coordinator.close();
    }
}
