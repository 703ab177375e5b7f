package dev.latchkey.outbox.postgres;

import dev.latchkey.outbox.Batch;
import dev.latchkey.outbox.postgres.OutboxStatements.Fetched;
import java.util.Arrays;

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
    private int found;

    /** @param seqs not copied */
    PublishingPlan(long[] seqs, SlotSet slots) {
        this.seqs = seqs;
        this.slots = slots;
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

    /** Takes what was found for the numbers ahead. Rows that are gone by now are passed over. */
    Batch take(Fetched fetched, int most) {
        taken = fetched.full() ? fetched.reached() : Math.min(most, seqs.length - done);
        found = fetched.events().size();
        if (found == 0) {
            settled(0);
        }
        return new Batch(fetched.events(), true, 0);
    }

    /**
     * So many of the events taken last are settled. If some are not, the plan ends: what it has ahead must not overtake them.
     */
    void settled(int events) {
        done = events < found ? seqs.length : done + taken;
        taken = 0;
        found = 0;
    }
}
