package dev.latchkey.lab.history;

import java.util.List;

/**
 * A transaction that ended.
 *
 * @param events in insert order
 * @param issuedNanos when COMMIT was about to be sent; meaningless after a rollback
 * @param returnedNanos when its answer was there; meaningful for {@link Outcome#COMMITTED} only
 */
public record Transaction(long id, List<Written> events, Outcome outcome, long issuedNanos, long returnedNanos) {
    public Transaction {
        events = List.copyOf(events);
    }

    /** Before this moment the writer knew of the commit; never, where no answer came. */
    long knownCommittedNanos() {
        return outcome == Outcome.COMMITTED ? returnedNanos : Long.MAX_VALUE;
    }
}
