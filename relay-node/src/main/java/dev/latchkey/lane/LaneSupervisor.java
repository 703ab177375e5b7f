package dev.latchkey.lane;

import dev.latchkey.coordination.Coordinator;
import dev.latchkey.coordination.OwnershipListener;
import dev.latchkey.coordination.OwnershipTerm;
import dev.latchkey.coordination.ShardMap;
import dev.latchkey.lane.ShardOrders.Kind;
import dev.latchkey.metrics.LaneMetrics;
import dev.latchkey.outbox.OwnershipFence;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Spreads the shards that this node should own over its lanes. As a listener it is called from the coordinator's thread
 * only; what it tells is thread-safe.
 */
public final class LaneSupervisor implements OwnershipListener {
    private static final Logger log = LoggerFactory.getLogger(LaneSupervisor.class);

    private final Coordinator coordinator;
    private final boolean pauseWhenUncertain;
    private final List<LaneRunner> runners;

    /**
     * @param lanes number of lanes
     * @param pauseWhenUncertain true to keep shards still while the ensemble can't be reached, false to go on under the
     *     fence
     */
    public LaneSupervisor(
            int lanes,
            boolean pauseWhenUncertain,
            LaneSettings settings,
            Incarnation.Factory incarnations,
            OwnershipFence fence,
            ShardMap shardMap,
            Surroundings surroundings) {
        this.coordinator = surroundings.coordinator();
        this.pauseWhenUncertain = pauseWhenUncertain;
        this.runners = IntStream.range(0, lanes)
                .mapToObj(number -> new Lane(
                        number,
                        settings,
                        incarnations,
                        fence,
                        eventsToCoordinator(),
                        shardMap,
                        surroundings.metrics().apply(number)))
                .map(lane -> new LaneRunner(lane, surroundings.nanoTime()))
                .toList();
    }

    /** What lies around the lanes: who is told of released shards, where the figures go, and the time. */
    public record Surroundings(Coordinator coordinator, IntFunction<LaneMetrics> metrics, LongSupplier nanoTime) {}

    private LaneEvents eventsToCoordinator() {
        return new LaneEvents() {
            @Override
            public void released(OwnershipTerm term) {
                coordinator.released(term);
            }

            @Override
            public void contested(OwnershipTerm term) {
                coordinator.contest(term);
            }
        };
    }

    /** Starts the lanes' threads. */
    public void start() {
        runners.forEach(LaneRunner::start);
    }

    /**
     * Waits until every lane is ready for shards: a shard that is given to a lane whose producer isn't open stands still
     * until it is. A lane that can't be opened is waited for only until its first failure.
     *
     * @param limit for all of them together
     */
    public void awaitOpen(Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        for (LaneRunner runner : runners) {
            runner.awaitFirstTurn(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
        }
    }

    @Override
    public void acquired(OwnershipTerm term) {
        order(term, Kind.SERVE);
    }

    @Override
    public void drain(OwnershipTerm term) {
        order(term, Kind.DRAIN);
    }

    @Override
    public void uncertain(OwnershipTerm term, String reason) {
        if (pauseWhenUncertain) {
            order(term, Kind.PAUSE);
        }
    }

    @Override
    public void confirmed(OwnershipTerm term) {
        order(term, Kind.SERVE);
    }

    @Override
    public void lost(OwnershipTerm term) {
        laneOf(term.shard()).ifPresent(runner -> {
            log.warn("shard {}: another node leads its latch, letting go", term.shard());
            runner.lane().shards().orders().forget(term);
            runner.wakeUp();
        });
    }

    private void order(OwnershipTerm term, Kind kind) {
        LaneRunner runner = laneOf(term.shard()).orElseGet(this::leastLoaded);
        runner.lane().shards().orders().put(term, kind);
        runner.wakeUp();
    }

    private Optional<LaneRunner> laneOf(int shard) {
        return runners.stream()
                .filter(runner -> runner.lane().shards().orders().contains(shard))
                .findFirst();
    }

    private LaneRunner leastLoaded() {
        return runners.stream()
                .min(Comparator.comparingInt(
                        runner -> runner.lane().shards().orders().size()))
                .orElseThrow();
    }

    /** Status of this node's shards. */
    public Collection<ShardStatus> shards() {
        return runners.stream()
                .flatMap(runner -> runner.lane().shards().statuses().stream())
                .toList();
    }

    /** Status of this node's lanes. */
    public List<LaneStatus> lanes() {
        return runners.stream()
                .map(runner -> new LaneStatus(
                        runner.lane().number(),
                        runner.lane().state(),
                        runner.lane().lastError(),
                        runner.isAlive(),
                        runner.sinceLastStep()))
                .toList();
    }

    /**
     * Ends the lanes' threads.
     *
     * @return true when all ended in time
     */
    public boolean stop(Duration limit) throws InterruptedException {
        boolean ended = true;
        for (LaneRunner runner : runners) {
            ended &= runner.stop(limit);
        }
        return ended;
    }

    /**
     * A lane at one moment.
     *
     * @param lastError why it isn't running; null when it is
     * @param alive false when its thread has died
     * @param sinceLastStep how long ago it last got on
     */
    public record LaneStatus(int number, LaneState state, String lastError, boolean alive, Duration sinceLastStep) {}
}
