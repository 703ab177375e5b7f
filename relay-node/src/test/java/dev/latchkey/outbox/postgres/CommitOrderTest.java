package dev.latchkey.outbox.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.outbox.EventRef;
import dev.latchkey.outbox.OutboxEvent;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class CommitOrderTest {
    @Test
    void aWindowWithNothingBeyondGoesWholeInCommitOrder() {
        Window window = window(false, row(1, 10, 90), row(2, 20, 30), row(3, 25, 40));
        assertThat(order(window)).containsExactly(2L, 3L, 1L);
    }

    @Test
    void behindAFullWindowOnlyWhatNoUnseenRowCanPrecedeGoes() {
        // A row beyond was inserted after the transaction that started at 25, so it committed after 25.
        Window window = window(true, row(1, 10, 90), row(2, 12, 20), row(3, 25, 26));
        assertThat(order(window)).containsExactly(2L);
    }

    @Test
    void aFullWindowOfOneHugeTransactionAllowsNothing() {
        Window window = window(true, row(1, 10, 90), row(2, 10, 90), row(3, 10, 90));
        assertThat(order(window)).isEmpty();
    }

    @Test
    void rowsOfOneTransactionKeepInsertOrder() {
        Window window = window(false, row(7, 10, 30), row(8, 10, 30), row(9, 10, 30));
        assertThat(order(window)).containsExactly(7L, 8L, 9L);
    }

    @Test
    void aRowWithoutACommitTimeIsOlderThanAllThatHaveOne() {
        Window window = window(true, row(1, 10, 90), row(2, 100, OutboxEvent.COMMIT_TIME_UNKNOWN));
        assertThat(order(window)).containsExactly(2L, 1L);
    }

    private static List<Long> order(Window window) {
        return CommitOrder.publishable(window).stream()
                .map(event -> event.ref().seq())
                .toList();
    }

    private static Window window(boolean full, OutboxEvent... rows) {
        return new Window(List.of(rows), full, 0, 0, 0);
    }

    private static OutboxEvent row(long seq, long started, long committed) {
        return new OutboxEvent(
                new EventRef(seq, new UUID(0, seq)), 0, "order", null, null, null, null, started, committed);
    }
}
