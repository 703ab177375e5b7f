package dev.latchkey.outbox.postgres;

import dev.latchkey.outbox.Batch;
import dev.latchkey.outbox.OutboxEvent;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The numbers of rows that a widened window allows to go, in publishing order. It spares a huge transaction from being
 * widened over again for each batch. What commits after the plan was made comes after all of it. Used by the lane's thread
 * only.
 */
final class PublishingPlan {
    /** Most numbers of one plan; at 8 bytes each. */
    static final int MOST = 100_000;

    static final PublishingPlan NONE = new PublishingPlan(new long[0], null);

    private final long[] seqs;
    private final SlotSet slots;
    private int done;
    private int taken;

    private PublishingPlan(long[] seqs, SlotSet slots) {
        this.seqs = seqs;
        this.slots = slots;
    }

    /** Reads the result of {@link OutboxSql#widen}. */
    static PublishingPlan of(ResultSet result, SlotSet slots) throws SQLException {
        long[] seqs = new long[1024];
        int size = 0;
        while (result.next()) {
            if (size == seqs.length) {
                seqs = Arrays.copyOf(seqs, size * 2);
            }
            seqs[size++] = result.getLong(1);
        }
        return new PublishingPlan(Arrays.copyOf(seqs, size), slots);
    }

    SlotSet slots() {
        return slots;
    }

    boolean isDone() {
        return done == seqs.length;
    }

    /** The next numbers, at most so many. */
    Long[] ahead(int most) {
        return Arrays.stream(seqs, done, Math.min(seqs.length, done + most))
                .boxed()
                .toArray(Long[]::new);
    }

    /** Reads the result of {@link OutboxSql#fetch} for the numbers ahead. Rows that are gone by now are passed over. */
    Batch take(ResultSet result, int most, long bytes) throws SQLException {
        List<OutboxEvent> events = new ArrayList<>();
        int reached = 0;
        long read = 0;
        while (result.next()) {
            reached = result.getInt(1);
            events.add(EventRows.event(result, 2));
            read = EventRows.bytesThrough(result, 2);
        }
        taken = read >= bytes ? reached : Math.min(most, seqs.length - done);
        if (events.isEmpty()) {
            settled();
        }
        return new Batch(events, true, 0);
    }

    /** What was taken last is settled. */
    void settled() {
        done += taken;
        taken = 0;
    }
}
