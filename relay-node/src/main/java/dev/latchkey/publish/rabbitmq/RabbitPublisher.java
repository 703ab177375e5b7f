package dev.latchkey.publish.rabbitmq;

import dev.latchkey.failure.PoisonFailure;
import dev.latchkey.failure.RelayFailure;
import dev.latchkey.failure.RetryableFailure;
import dev.latchkey.failure.StepDownFailure;
import dev.latchkey.outbox.EventRef;
import dev.latchkey.outbox.OutboxEvent;
import dev.latchkey.outbox.ProgressMark;
import dev.latchkey.publish.EventPublisher;
import dev.latchkey.publish.Outcome;
import dev.latchkey.publish.Outcome.Kind;
import dev.latchkey.publish.Publication;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * A lane's channel: at least once. What the broker confirmed is settled whatever became of the rest. Used by the lane's thread
 * only, but for {@link #blocked}.
 */
final class RabbitPublisher implements EventPublisher {
    private final RabbitPublishers origin;
    private final ConfirmedPublisher publisher;
    private final EventMessages messages;

    RabbitPublisher(RabbitPublishers origin, ConfirmedPublisher publisher, EventMessages messages) {
        this.origin = origin;
        this.publisher = publisher;
        this.messages = messages;
    }

    @Override
    public ProgressMark start() {
        return ProgressMark.NONE;
    }

    @Override
    public Publication publish(List<OutboxEvent> events) throws RelayFailure {
        publisher.open();
        Sendable sendable = sendable(events);
        List<Outcome> outcomes = outcomes(sendable.messages());
        List<OutboxEvent> published = new ArrayList<>();
        for (int i = 0; i < outcomes.size(); i++) {
            if (outcomes.get(i).confirmed()) {
                published.add(sendable.events().get(i));
            }
        }
        RelayFailure failure =
                sendable.failure() == null ? failure(sendable.events(), outcomes, published) : sendable.failure();
        return new Publication(published, ProgressMark.NONE, failure);
    }

    /**
     * Events that can be put into words for the broker.
     *
     * @param failure of the first that can't; null when all can
     */
    private record Sendable(List<OutboxEvent> events, List<AmqpMessage> messages, PoisonFailure failure) {}

    private Sendable sendable(List<OutboxEvent> events) {
        List<OutboxEvent> sendable = new ArrayList<>();
        List<AmqpMessage> sent = new ArrayList<>();
        Set<Object> heldBack = new HashSet<>();
        PoisonFailure failure = null;
        for (OutboxEvent event : events) {
            Object key = EventMessages.orderKey(event);
            if (!heldBack.contains(key)) {
                try {
                    sent.add(messages.message(event));
                    sendable.add(event);
                } catch (PoisonFailure e) {
                    failure = failure == null ? e : failure;
                    if (key != null) {
                        heldBack.add(key);
                    }
                }
            }
        }
        return new Sendable(sendable, sent, failure);
    }

    private List<Outcome> outcomes(List<AmqpMessage> sent) throws StepDownFailure {
        try {
            return publisher.publish(sent);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StepDownFailure("interrupted while publishing " + sent.size() + " events", e);
        }
    }

    /** What is to be done about those that aren't published; null when there are none, or when they only came too late. */
    private static RelayFailure failure(List<OutboxEvent> events, List<Outcome> outcomes, List<OutboxEvent> published) {
        int poison = first(outcomes, Kind.RETURNED, Kind.REFUSED);
        if (poison >= 0) {
            return events.get(poison).poison(outcomes.get(poison).reason(), null);
        }
        int nacked = first(outcomes, Kind.NACKED);
        int worst = nacked >= 0 ? nacked : first(outcomes, Kind.UNSENT);
        if (worst < 0) {
            return null;
        }
        String reason = outcomes.get(worst).reason();
        return reason.equals(ConfirmedPublisher.LATE) && !published.isEmpty()
                ? null
                : new RetryableFailure(
                        "%d of %d events not published, %s the first: %s"
                                .formatted(events.size() - published.size(), events.size(), events.get(worst), reason),
                        null);
    }

    /** Index of the first outcome of these kinds, -1 where there is none. */
    private static int first(List<Outcome> outcomes, Kind... kinds) {
        for (int i = 0; i < outcomes.size(); i++) {
            if (List.of(kinds).contains(outcomes.get(i).kind())) {
                return i;
            }
        }
        return -1;
    }

    /** RabbitMQ keeps no record of what a lane has published, so nothing is found: its last batch may come twice. */
    @Override
    public CompletableFuture<Collection<EventRef>> recover(String lane, ProgressMark settled) {
        return CompletableFuture.completedFuture(List.of());
    }

    Optional<String> blocked() {
        return publisher.blocked();
    }

    @Override
    public void close() {
        origin.closed(this);
        publisher.close();
    }
}
