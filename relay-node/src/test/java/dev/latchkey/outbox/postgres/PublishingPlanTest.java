package dev.latchkey.outbox.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.outbox.EventRef;
import dev.latchkey.outbox.OutboxEvent;
import dev.latchkey.outbox.postgres.OutboxStatements.Fetched;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PublishingPlanTest {
    private final PublishingPlan plan = new PublishingPlan(new long[] {1, 2, 3, 4}, null);

    @Test
    void goesOnWhenAllThatWasTakenIsSettled() {
        plan.take(fetched(2), 2);
        plan.settled(2);
        assertThat(plan.ahead(2)).containsExactly(3L, 4L);
    }

    @Test
    void endsWhenPartOfWhatWasTakenIsNotSettledLestTheRestOvertakesIt() {
        plan.take(fetched(2), 2);
        plan.settled(1);
        assertThat(plan.isDone()).isTrue();
    }

    private static Fetched fetched(int events) {
        return new Fetched(
                IntStream.range(0, events)
                        .mapToObj(i -> new OutboxEvent(
                                new EventRef(i, UUID.randomUUID()), 0, null, null, null, null, null, 0, 0))
                        .toList(),
                events,
                false);
    }
}
