package dev.latchkey.lane;

import dev.latchkey.failure.PoisonFailure;
import dev.latchkey.failure.RelayFailure;
import dev.latchkey.failure.RetryableFailure;
import dev.latchkey.failure.StepDownFailure;
import dev.latchkey.lane.SimulatedBroker.Transaction;
import dev.latchkey.outbox.EventRef;
import dev.latchkey.outbox.OutboxEvent;
import dev.latchkey.outbox.ProgressMark;
import dev.latchkey.outbox.postgres.SimulatedLink;
import dev.latchkey.publish.EventPublisher;
import dev.latchkey.publish.Publication;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What the Kafka publisher promises, on a broker in memory. */
final class SimulatedPublisher implements EventPublisher {
    private final SimulatedNode node;
    private final SimulatedBroker broker;
    private final SimulatedLink link;
    private final String lane;
    private final ProgressMark start;

    SimulatedPublisher(SimulatedNode node, SimulatedLink link, String lane) throws RelayFailure {
        this.node = node;
        this.broker = node.simulation().broker();
        this.link = link;
        this.lane = lane;
        try {
            link.request("openProducer");
            this.start = new ProgressMark(0, broker.open(lane));
            link.answer("openProducer");
        } catch (SimulatedLink.Lost e) {
            throw new RetryableFailure(e.getMessage(), e);
        }
    }

    @Override
    public ProgressMark start() {
        return start;
    }

    @Override
    public Publication publish(List<OutboxEvent> events) throws RelayFailure {
        Transaction transaction = broker.begin(lane);
        if (transaction == null) {
            throw fenced();
        }
        send(transaction, events);
        long offset = transaction.sendProgress(
                lane, events.stream().map(OutboxEvent::ref).toList());
        commit(transaction);
        return Publication.whole(events, new ProgressMark(start.partition(), offset));
    }

    /** Until it is committed a transaction can be aborted for certain. */
    private void send(Transaction transaction, List<OutboxEvent> events) throws RelayFailure {
        try {
            for (OutboxEvent event : events) {
                if (node.simulation().isPoison(event)) {
                    transaction.abort();
                    throw new PoisonFailure(event.ref().id(), event.slot(), event + " is poison", null);
                }
                if (!transaction.isOpen()) {
                    throw fenced();
                }
                transaction.send(event);
                link.request("send");
            }
        } catch (SimulatedLink.Lost e) {
            transaction.abort();
            throw new RetryableFailure(e.getMessage(), e);
        }
    }

    /** A request to commit that got lost may be gone, or arrive when the lane has given it up. */
    private void commit(Transaction transaction) throws RelayFailure {
        try {
            link.request("commit");
        } catch (SimulatedLink.Lost e) {
            node.simulation().underWay(transaction::commit);
            throw inDoubt(e);
        }
        if (!transaction.isOpen()) {
            throw fenced();
        }
        transaction.commit();
        try {
            link.answer("commit");
        } catch (SimulatedLink.Lost e) {
            throw inDoubt(e);
        }
    }

    private StepDownFailure fenced() {
        return new StepDownFailure("producer " + lane + " is fenced", null);
    }

    private StepDownFailure inDoubt(SimulatedLink.Lost e) {
        return new StepDownFailure("lane " + lane + " can't tell whether its transaction was committed", e);
    }

    @Override
    public CompletableFuture<Collection<EventRef>> recover(String other, ProgressMark settled) {
        SimulatedRecovery recovery = new SimulatedRecovery(node.simulation(), other, settled);
        node.add(recovery);
        return recovery.result();
    }

    @Override
    public void close() {
        node.simulation().note("%s closed", lane);
    }
}
