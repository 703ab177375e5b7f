package dev.latchkey.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import dev.latchkey.coordination.ShardMap;
import dev.latchkey.outbox.Batch;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ShardGaugesTest {
    private final MetricRegistry registry = new MetricRegistry();
    private final OldestUnsent oldest = new OldestUnsent(new ShardMap(4), () -> TimeUnit.SECONDS.toNanos(1));
    private List<ShardFigures> figures = List.of();
    private ShardGauges gauges;

    @BeforeEach
    void create() {
        gauges = new ShardGauges(registry, () -> figures, oldest);
    }

    private void have(ShardFigures... now) {
        figures = List.of(now);
        gauges.refresh();
    }

    private static ShardFigures active(int shard, long epoch) {
        return new ShardFigures(shard, epoch, 2, true, 10);
    }

    private Object gauge(String name) {
        return registry.getGauges().get("latchkey." + name).getValue();
    }

    @Test
    void aShardShowsItsFigures() {
        have(new ShardFigures(3, 7, 4, false, 12));

        assertThat(gauge("shard.3.epoch")).isEqualTo(7L);
        assertThat(gauge("shard.3.state")).isEqualTo(4);
        assertThat(gauge("shard.3.published")).isEqualTo(12L);
        assertThat(gauge("node.shards")).isEqualTo(1);
    }

    @Test
    void nothingOfAShardStaysWhenItLeaves() {
        have(active(0, 1), active(1, 1));
        oldest.read(new Batch(List.of(), false, 5), Set.of(0, 1), 0);
        have(active(1, 1));

        assertThat(registry.getNames()).noneMatch(name -> name.startsWith("latchkey.shard.0."));
        assertThat(registry.getNames())
                .filteredOn(name -> name.startsWith("latchkey.shard.1."))
                .hasSize(4);
        assertThat(oldest.ageSeconds(0)).isEmpty();
        assertThat(oldest.ageSeconds(1)).isPresent();
    }

    @Test
    void aShardThatComesBackIsShownAgain() {
        have(active(0, 1));
        have();
        have(active(0, 3));

        assertThat(gauge("shard.0.epoch")).isEqualTo(3L);
    }

    @Test
    void everyNewEpochIsATakeover() {
        have(new ShardFigures(0, 0, 0, false, 0));
        have(active(0, 1), active(1, 4));
        have(active(0, 1), active(1, 5));
        have();
        have(active(0, 1), active(1, 5));

        assertThat(registry.counter("latchkey.node.takeovers").getCount()).isEqualTo(3);
    }

    @Test
    void ageIsAbsentWhileItIsNotKnown() {
        have(active(0, 1));
        assertThat(gauge("shard.0.oldestUnsentAge")).isNull();

        oldest.read(new Batch(List.of(), false, 5), Set.of(0), 0);
        assertThat(gauge("shard.0.oldestUnsentAge")).isEqualTo(0.0);

        have(new ShardFigures(0, 1, 3, false, 10));
        assertThat(gauge("shard.0.oldestUnsentAge")).isNull();
    }
}
