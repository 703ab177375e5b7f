package dev.latchkey.metrics;

import com.codahale.metrics.Counter;
import com.codahale.metrics.MetricRegistry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The gauges of the shards that this node has, and of no others: a series that stays behind on a former owner would look
 * like a second owner whose epoch stands still. {@link #refresh} is called by one thread; the gauges are read by any.
 */
public final class ShardGauges {
    private static final List<String> NAMES = List.of("epoch", "state", "published", "oldestUnsentAge");

    private final MetricRegistry registry;
    private final Supplier<List<ShardFigures>> source;
    private final OldestUnsent oldest;
    private final Counter takeovers;
    private final Map<Integer, Long> epochs = new HashMap<>();
    private volatile Map<Integer, ShardFigures> figures = Map.of();

    public ShardGauges(MetricRegistry registry, Supplier<List<ShardFigures>> source, OldestUnsent oldest) {
        this.registry = registry;
        this.source = source;
        this.oldest = oldest;
        this.takeovers = registry.counter("latchkey.node.takeovers");
        registry.gauge("latchkey.node.shards", () -> () -> figures.size());
    }

    /** Takes up what has come and drops what has left since the last call. A take-over is counted when an epoch is new. */
    public void refresh() {
        Map<Integer, ShardFigures> before = figures;
        Map<Integer, ShardFigures> now =
                source.get().stream().collect(Collectors.toMap(ShardFigures::shard, Function.identity(), (a, b) -> b));
        figures = now;
        now.values().forEach(this::countTakeover);
        now.keySet().stream().filter(shard -> !before.containsKey(shard)).forEach(this::register);
        before.keySet().stream().filter(shard -> !now.containsKey(shard)).forEach(this::remove);
    }

    /** Epochs are remembered for shards that have left, too: one that comes back under the same epoch wasn't taken over. */
    private void countTakeover(ShardFigures shard) {
        if (shard.epoch() > epochs.getOrDefault(shard.shard(), 0L)) {
            epochs.put(shard.shard(), shard.epoch());
            takeovers.inc();
        }
    }

    private void register(int shard) {
        gauge(shard, "epoch", ShardFigures::epoch);
        gauge(shard, "state", ShardFigures::state);
        gauge(shard, "published", ShardFigures::published);
        gauge(shard, "oldestUnsentAge", this::age);
    }

    private void gauge(int shard, String name, Function<ShardFigures, Number> value) {
        registry.gauge(name(shard, name), () -> () -> {
            ShardFigures present = figures.get(shard);
            return present == null ? null : value.apply(present);
        });
    }

    /** Null while unknown. A shard that isn't read may have got events since it was, so "none" is known of a read one only. */
    private Number age(ShardFigures shard) {
        OptionalDouble age = oldest.ageSeconds(shard.shard());
        boolean known = age.isPresent() && (shard.read() || age.getAsDouble() > 0);
        return known ? age.getAsDouble() : null;
    }

    private void remove(int shard) {
        NAMES.forEach(name -> registry.remove(name(shard, name)));
        oldest.forget(shard);
    }

    private static String name(int shard, String name) {
        return "latchkey.shard." + shard + "." + name;
    }
}
