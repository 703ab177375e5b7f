package dev.latchkey.lane;

import dev.latchkey.failure.PoisonFailure;
import dev.latchkey.failure.RelayFailure;
import dev.latchkey.lane.ShardOrders.Order;
import dev.latchkey.outbox.OwnershipFence;
import dev.latchkey.outbox.OwnershipFence.Grant;
import dev.latchkey.outbox.OwnershipFence.ShardReport;
import dev.latchkey.outbox.OwnershipFence.TakeOver;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongUnaryOperator;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The shards of one lane, on their way from an order to being served and back. Used by the lane's thread only, except for
 * {@link #orders} and {@link #statuses}, which are thread-safe.
 */
final class LaneShards {
    private static final Logger log = LoggerFactory.getLogger(LaneShards.class);
    private static final long REPORT_INTERVAL = 1_000_000_000L;

    private final String node;
    private final LongUnaryOperator random;
    private final OwnershipFence fence;
    private final LaneEvents events;
    private final ShardOrders orders = new ShardOrders();
    private final Map<Integer, ShardPoller> pollers = new ConcurrentHashMap<>();
    private final Recoveries recoveries = new Recoveries();
    private long lastReport;

    LaneShards(LaneSettings settings, OwnershipFence fence, LaneEvents events) {
        this.node = settings.node();
        this.random = settings.random();
        this.fence = fence;
        this.events = events;
    }

    ShardOrders orders() {
        return orders;
    }

    /** Status of the shards at this moment. */
    Collection<ShardStatus> statuses() {
        return pollers.values().stream().map(ShardPoller::status).toList();
    }

    /** Woken when a recovery has ended. */
    void onRecovered(Runnable wakeUp) {
        recoveries.onEnd(wakeUp);
    }

    /**
     * Brings the shards in line with the orders and gives up those that are drained.
     *
     * @param nothingInFlight false while a published batch isn't settled: no shard may be given up then
     */
    void follow(boolean nothingInFlight, long now) throws RelayFailure {
        for (Order order : orders.all()) {
            follow(order);
        }
        pollers.keySet().removeIf(shard -> !orders.contains(shard));
        pollers.values().forEach(poller -> poller.retryIfDue(now));
        if (nothingInFlight) {
            releaseDrained();
        }
    }

    private void follow(Order order) {
        ShardPoller poller = pollers.get(order.shard());
        switch (order.kind()) {
            case SERVE -> {
                if (poller == null) {
                    pollers.put(order.shard(), new ShardPoller(node, order.term(), random));
                } else {
                    poller.serve(order.term());
                }
            }
            case PAUSE -> {
                if (poller != null) {
                    poller.pause("contact with the ensemble is lost");
                }
            }
            case DRAIN -> {
                if (poller == null) {
                    orders.finish(order);
                    events.released(order.term());
                } else {
                    poller.drain(order.term());
                }
            }
        }
    }

    /**
     * A shard of ours is cleared at the fence. One that this incarnation hasn't taken keeps the lane on record, so that the
     * next owner recovers what that lane may have left.
     */
    private void releaseDrained() throws RelayFailure {
        List<ShardPoller> drained = pollers.values().stream()
                .filter(poller -> poller.state() == ShardState.DRAINING)
                .toList();
        Map<String, Set<Integer>> byLane = drained.stream()
                .filter(ShardPoller::granted)
                .collect(Collectors.groupingBy(
                        ShardPoller::heldAs, Collectors.mapping(ShardPoller::shard, Collectors.toSet())));
        for (Map.Entry<String, Set<Integer>> entry : byLane.entrySet()) {
            fence.release(entry.getKey(), entry.getValue());
        }
        for (ShardPoller poller : drained) {
            log.info(
                    "{} shard {} epoch {}: released",
                    node,
                    poller.shard(),
                    poller.status().epoch());
            pollers.remove(poller.shard());
            orders.forget(poller.term());
            events.released(poller.term());
        }
    }

    /** Takes the shards that are ordered and not ours at the fence yet. */
    void takeOver(Incarnation incarnation) throws RelayFailure {
        Map<Integer, String> wanted = pollers.values().stream()
                .filter(poller -> poller.state() == ShardState.TAKING_OVER)
                .collect(Collectors.toMap(ShardPoller::shard, ShardPoller::heldAs));
        if (wanted.isEmpty()) {
            return;
        }
        TakeOver taken = fence.takeOver(incarnation.id(), wanted);
        for (Grant grant : taken.granted()) {
            pollers.get(grant.shard()).granted(incarnation.id(), grant);
        }
        for (int shard : taken.refused()) {
            ShardPoller poller = pollers.remove(shard);
            log.warn("{} shard {}: another node has taken it; asking the ensemble whose it is", node, shard);
            orders.forget(poller.term());
            events.contested(poller.term());
        }
    }

    /** Settles what the former owners of some shards had published, once that is known. */
    void recover(Incarnation incarnation, long now) throws RelayFailure {
        Map<OwnershipFence.Doubt, Set<Integer>> inDoubt = pollers.values().stream()
                .filter(poller -> poller.state() == ShardState.RECOVERING)
                .collect(Collectors.groupingBy(
                        ShardPoller::doubt, Collectors.mapping(ShardPoller::shard, Collectors.toSet())));
        for (Map.Entry<OwnershipFence.Doubt, Set<Integer>> entry : inDoubt.entrySet()) {
            Recoveries.Outcome outcome = recoveries.advance(incarnation.publisher(), entry.getKey(), now);
            if (outcome.failure() != null) {
                entry.getValue().forEach(shard -> pollers.get(shard).failed(outcome.failure()));
            } else if (outcome.published() != null) {
                fence.resolveDoubt(incarnation.id(), entry.getKey().lane(), entry.getValue(), outcome.published());
                recoveries.forget(entry.getKey());
                entry.getValue().forEach(shard -> pollers.get(shard).recovered());
            }
        }
    }

    /** The shards to be read now. */
    Set<Integer> active() {
        Set<Integer> active = new HashSet<>();
        for (ShardPoller poller : pollers.values()) {
            if (poller.state() == ShardState.ACTIVE) {
                active.add(poller.shard());
            }
        }
        return active;
    }

    void halt(int shard, PoisonFailure failure, long now) {
        Optional.ofNullable(pollers.get(shard))
                .filter(poller -> poller.state() == ShardState.ACTIVE)
                .ifPresent(poller -> poller.halt(failure.eventId(), failure.getMessage(), now));
    }

    void published(Map<Integer, Integer> eventsByShard) {
        eventsByShard.forEach(
                (shard, count) -> Optional.ofNullable(pollers.get(shard)).ifPresent(poller -> poller.published(count)));
    }

    /** Tells the status pages of all nodes what has changed, about once a second. */
    void report(Incarnation incarnation, long now) throws RelayFailure {
        if (now - lastReport < REPORT_INTERVAL) {
            return;
        }
        lastReport = now;
        List<ShardReport> reports = new ArrayList<>();
        pollers.values().forEach(poller -> poller.report().ifPresent(reports::add));
        if (!reports.isEmpty()) {
            fence.report(incarnation.id(), reports);
        }
    }

    void incarnationEnded(String reason) {
        recoveries.forgetAll();
        pollers.values().forEach(poller -> poller.incarnationEnded(reason));
    }
}
