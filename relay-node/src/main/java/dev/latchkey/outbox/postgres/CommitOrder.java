package dev.latchkey.outbox.postgres;

import dev.latchkey.outbox.OutboxEvent;
import java.util.Comparator;
import java.util.List;

/**
 * Which rows of a window may be published, and in which order. Pure.
 *
 * <p>Publishing goes by commit time, not by sequence number: numbers are given at insert, and a transaction that inserted
 * first may commit last.
 *
 * <p>Behind a full window there may be rows that committed before some of those inside it. Such a row was inserted after
 * every row of the window, so after the latest start of a transaction in the window, and it committed later still.
 * Rows committed up to that time are therefore safe; the others wait for the next read.
 */
final class CommitOrder {
    private static final Comparator<OutboxEvent> BY_COMMIT = Comparator.comparingLong(OutboxEvent::committed)
            .thenComparingLong(event -> event.ref().seq());

    private CommitOrder() {}

    /** The rows that may go now, in publishing order; empty when a wider window is needed to tell. */
    static List<OutboxEvent> publishable(Window window) {
        long bound = window.full() ? latestStart(window.rows()) : Long.MAX_VALUE;
        return window.rows().stream()
                .filter(event -> event.committed() <= bound)
                .sorted(BY_COMMIT)
                .toList();
    }

    private static long latestStart(List<OutboxEvent> rows) {
        return rows.stream().mapToLong(OutboxEvent::transactionStart).max().orElse(Long.MAX_VALUE);
    }
}
