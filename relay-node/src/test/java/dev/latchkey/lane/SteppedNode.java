package dev.latchkey.lane;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import dev.latchkey.coordination.OwnershipTerm;
import dev.latchkey.coordination.ShardMap;
import dev.latchkey.failure.RelayFailure;
import dev.latchkey.metrics.LaneMetrics;
import dev.latchkey.metrics.OldestUnsent;
import dev.latchkey.outbox.Batch;
import dev.latchkey.outbox.EventRef;
import dev.latchkey.outbox.Outbox;
import dev.latchkey.outbox.OutboxEvent;
import dev.latchkey.outbox.ProgressMark;
import dev.latchkey.outbox.postgres.OutboxDatabase;
import dev.latchkey.outbox.postgres.PostgresFence;
import dev.latchkey.outbox.postgres.PostgresOutboxes;
import dev.latchkey.outbox.postgres.SettleMode;
import dev.latchkey.publish.EventPublisher;
import dev.latchkey.publish.Publication;
import dev.latchkey.publish.kafka.KafkaPublishers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * A node with one lane, driven turn by turn from the test's thread, so that a crash, a pause or a take-over happens exactly
 * between two steps.
 */
final class SteppedNode implements LaneEvents {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** The process is gone: nothing that follows in the lane is executed. */
    static final Step CRASH = () -> {
        throw new Crash();
    };

    final List<OwnershipTerm> released = new ArrayList<>();
    final List<OwnershipTerm> contested = new ArrayList<>();
    Step beforePublish = () -> {};
    Step afterPublish = () -> {};
    Step beforeSettle = () -> {};
    Step beforeRecovery = () -> {};

    private final String name;
    private final OutboxDatabase database;
    private final KafkaPublishers publishers;
    private final PostgresOutboxes outboxes;
    private final PostgresFence fence;
    private final Lane lane;
    private final List<Incarnation> incarnations = new ArrayList<>();

    SteppedNode(String name, OutboxDatabase database, KafkaPublishers publishers) throws Exception {
        this.name = name;
        this.database = database;
        this.publishers = publishers;
        this.outboxes = database.outboxes(SettleMode.DELETE, 10, 4 << 20);
        this.fence = database.fence(outboxes);
        ShardMap shardMap = new ShardMap(OutboxDatabase.SHARDS);
        LaneMetrics metrics = new LaneMetrics(new MetricRegistry(), 0, new OldestUnsent(shardMap, System::nanoTime));
        LaneSettings settings = new LaneSettings(
                name, Duration.ofMillis(1), Duration.ofMillis(5), System::nanoTime, bound -> bound / 2);
        this.lane = new Lane(0, settings, this::open, fence, this, shardMap, metrics);
    }

    /** Something that happens between two steps of a lane. */
    interface Step {
        void run() throws RelayFailure;
    }

    /** What a test waits for. */
    interface Condition {
        boolean holds() throws Exception;
    }

    private static final class Crash extends Error {
        private static final long serialVersionUID = 1L;
    }

    private Incarnation open(int number) throws RelayFailure {
        String id = "latchkey-it-" + name + "-" + UUID.randomUUID();
        EventPublisher publisher = publishers.forLane(id);
        fence.open(id, name, publisher.start());
        Incarnation incarnation =
                new Incarnation(id, new HitOutbox(outboxes.forLane(id, System::nanoTime)), new HitPublisher(publisher));
        incarnations.add(incarnation);
        return incarnation;
    }

    int opened() {
        return incarnations.size();
    }

    Collection<ShardStatus> shards() {
        return lane.shards().statuses();
    }

    void serveAll() {
        order(ShardOrders.Kind.SERVE);
    }

    void drainAll() {
        order(ShardOrders.Kind.DRAIN);
    }

    private void order(ShardOrders.Kind kind) {
        for (int shard = 0; shard < OutboxDatabase.SHARDS; shard++) {
            lane.shards().orders().put(new OwnershipTerm(shard, 1, Instant.EPOCH), kind);
        }
    }

    void turnUntilSettled() {
        turnUntil(() -> database.count("select count(*) from outbox") == 0);
    }

    void turnUntil(Condition condition) {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (!holds(condition)) {
            assertThat(System.nanoTime())
                    .as("lane %s: %s", lane.state(), lane.lastError())
                    .isLessThan(deadline);
            lane.doWork(System.nanoTime());
        }
    }

    private static boolean holds(Condition condition) {
        try {
            return condition.holds();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    void turnUntilCrash() {
        try {
            turnUntil(() -> false);
        } catch (Crash expected) {
            return;
        }
    }

    @Override
    public void released(OwnershipTerm term) {
        released.add(term);
    }

    @Override
    public void contested(OwnershipTerm term) {
        contested.add(term);
    }

    void close() {
        incarnations.forEach(Incarnation::close);
    }

    private final class HitOutbox implements Outbox {
        private final Outbox real;

        HitOutbox(Outbox real) {
            this.real = real;
        }

        @Override
        public Batch next(Set<Integer> shards) throws RelayFailure {
            return real.next(shards);
        }

        @Override
        public void settle(List<EventRef> published, ProgressMark mark) throws RelayFailure {
            beforeSettle.run();
            real.settle(published, mark);
        }

        @Override
        public void close() {
            real.close();
        }
    }

    private final class HitPublisher implements EventPublisher {
        private final EventPublisher real;

        HitPublisher(EventPublisher real) {
            this.real = real;
        }

        @Override
        public ProgressMark start() {
            return real.start();
        }

        @Override
        public Publication publish(List<OutboxEvent> events) throws RelayFailure {
            beforePublish.run();
            Publication publication = real.publish(events);
            afterPublish.run();
            return publication;
        }

        @Override
        public CompletableFuture<Collection<EventRef>> recover(String other, ProgressMark settled) {
            try {
                beforeRecovery.run();
            } catch (RelayFailure e) {
                return CompletableFuture.failedFuture(e);
            }
            return real.recover(other, settled);
        }

        @Override
        public void close() {
            real.close();
        }
    }
}
