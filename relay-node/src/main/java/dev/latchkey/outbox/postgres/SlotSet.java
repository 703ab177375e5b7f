package dev.latchkey.outbox.postgres;

import dev.latchkey.coordination.ShardMap;
import dev.latchkey.coordination.SlotRange;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.stream.IntStream;

/**
 * The slots of some shards as a statement takes them: their hull, which the index checks, and each of them.
 *
 * <p>PostgreSQL before 17 doesn't use {@code = any} on the index's second column without giving up its order, so the hull
 * spares it the rows outside.
 */
record SlotSet(int lowest, int highest, Short[] slots) {
    static SlotSet of(Collection<Integer> shards, ShardMap map) {
        Short[] slots = shards.stream()
                .map(map::range)
                .flatMapToInt(SlotSet::slotsOf)
                .sorted()
                .mapToObj(slot -> (short) slot)
                .toArray(Short[]::new);
        return new SlotSet(slots[0], slots[slots.length - 1], slots);
    }

    private static IntStream slotsOf(SlotRange range) {
        return IntStream.rangeClosed(range.first(), range.last());
    }

    /** Binds three parameters: lowest, highest, slots. */
    void bind(Connection connection, PreparedStatement statement, int first) throws SQLException {
        statement.setInt(first, lowest);
        statement.setInt(first + 1, highest);
        statement.setArray(first + 2, connection.createArrayOf("int2", slots));
    }
}
