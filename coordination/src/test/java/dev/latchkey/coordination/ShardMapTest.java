package dev.latchkey.coordination;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class ShardMapTest {
    @Property
    void everySlotBelongsToTheOneShardWhoseRangeHoldsIt(@ForAll @IntRange(min = 1, max = 256) int shards) {
        ShardMap map = new ShardMap(shards);
        for (int slot = 0; slot < ShardMap.SLOTS; slot++) {
            int owner = map.shardOf(slot);
            for (int shard = 0; shard < shards; shard++) {
                assertThat(map.range(shard).contains(slot)).isEqualTo(shard == owner);
            }
        }
    }

    @Property
    void rangesFollowEachOtherAndDifferByOneAtMost(@ForAll @IntRange(min = 1, max = 256) int shards) {
        ShardMap map = new ShardMap(shards);
        int next = 0;
        for (int shard = 0; shard < shards; shard++) {
            SlotRange range = map.range(shard);
            assertThat(range.first()).isEqualTo(next);
            assertThat(range.size()).isBetween(ShardMap.SLOTS / shards, (ShardMap.SLOTS + shards - 1) / shards);
            next = range.last() + 1;
        }
        assertThat(next).isEqualTo(ShardMap.SLOTS);
    }

    @Example
    void whatIsOutsideTheRingIsRefused() {
        ShardMap map = new ShardMap(16);
        assertThatIllegalArgumentException().isThrownBy(() -> new ShardMap(0));
        assertThatIllegalArgumentException().isThrownBy(() -> new ShardMap(257));
        assertThatIllegalArgumentException().isThrownBy(() -> map.range(16)).withMessageContaining("0 to 15, was 16");
        assertThatIllegalArgumentException().isThrownBy(() -> map.range(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> map.shardOf(256)).withMessageContaining("was 256");
        assertThatIllegalArgumentException().isThrownBy(() -> map.shardOf(-1));
    }

    @Example
    void slotRangeKnowsItsSlots() {
        SlotRange range = new SlotRange(16, 31);
        assertThat(range.size()).isEqualTo(16);
        assertThat(range.contains(16)).isTrue();
        assertThat(range.contains(31)).isTrue();
        assertThat(range.contains(15)).isFalse();
        assertThat(range.contains(32)).isFalse();
        assertThat(range).hasToString("16-31");
        assertThatIllegalArgumentException().isThrownBy(() -> new SlotRange(5, 4));
        assertThatIllegalArgumentException().isThrownBy(() -> new SlotRange(-1, 4));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SlotRange(0, 256))
                .withMessageContaining("0..256");
    }
}
