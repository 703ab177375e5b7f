package dev.latchkey.outbox.postgres;

import dev.latchkey.coordination.ShardMap;
import dev.latchkey.coordination.SlotRange;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;

/**
 * The slots of some shards as a statement takes them: their hull, which the index checks, and one bit for each.
 *
 * <p>PostgreSQL before 17 doesn't use {@code = any} on the index's second column without giving up its order, so the hull
 * spares it the rows outside. For the rest a bit costs a fraction of a walk through a list of slots.
 */
final class SlotSet {
    private static final int BYTES = 32;

    private final BitSet slots = new BitSet(BYTES * Byte.SIZE);

    static SlotSet of(Collection<Integer> shards, ShardMap map) {
        SlotSet set = new SlotSet();
        for (int shard : shards) {
            SlotRange range = map.range(shard);
            set.slots.set(range.first(), range.last() + 1);
        }
        return set;
    }

    boolean contains(int slot) {
        return slots.get(slot);
    }

    /** Binds three parameters: lowest, highest, slots. */
    void bind(PreparedStatement statement, int first) throws SQLException {
        statement.setInt(first, slots.nextSetBit(0));
        statement.setInt(first + 1, slots.length() - 1);
        statement.setBytes(first + 2, Arrays.copyOf(slots.toByteArray(), BYTES));
    }
}
