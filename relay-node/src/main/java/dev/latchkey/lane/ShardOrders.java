package dev.latchkey.lane;

import dev.latchkey.coordination.OwnershipTerm;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What a lane should do with which shards: the last word for each, not a queue of them, so it never grows beyond the shard
 * count and a slow lane holds nobody up. Thread-safe: written by the coordinator's thread, read and finished by the lane's.
 */
final class ShardOrders {
    /** What to do with a shard. */
    enum Kind {
        SERVE,
        PAUSE,
        DRAIN
    }

    /** The last word on a shard. */
    record Order(OwnershipTerm term, Kind kind) {
        int shard() {
            return term.shard();
        }
    }

    private final Map<Integer, Order> orders = new ConcurrentHashMap<>();

    void put(OwnershipTerm term, Kind kind) {
        orders.put(term.shard(), new Order(term, kind));
    }

    /**
     * The shard is no longer this lane's business under that term. An order of a newer term stays: the latch may have been
     * won again while the lane was still giving the shard up.
     */
    void forget(OwnershipTerm term) {
        orders.computeIfPresent(term.shard(), (shard, order) -> order.term().term() > term.term() ? order : null);
    }

    /** The lane has done with an order; a newer one for the same shard stays. */
    void finish(Order order) {
        orders.remove(order.shard(), order);
    }

    Collection<Order> all() {
        return List.copyOf(orders.values());
    }

    boolean contains(int shard) {
        return orders.containsKey(shard);
    }

    int size() {
        return orders.size();
    }
}
