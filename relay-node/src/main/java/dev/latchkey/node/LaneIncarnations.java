package dev.latchkey.node;

import dev.latchkey.failure.RelayFailure;
import dev.latchkey.lane.Incarnation;
import dev.latchkey.outbox.OwnershipFence;
import dev.latchkey.outbox.postgres.PostgresOutboxes;
import dev.latchkey.publish.EventPublisher;
import dev.latchkey.publish.EventPublishers;
import java.util.UUID;

/** Makes the incarnations of a node's lanes. Thread-safe. */
record LaneIncarnations(
        String cluster, String node, OwnershipFence fence, PostgresOutboxes outboxes, EventPublishers publishers)
        implements Incarnation.Factory {

    /** The row in the database comes last: an incarnation without a producer would be fenced for nothing. */
    @Override
    public Incarnation open(int lane) throws RelayFailure {
        String id = "latchkey-%s-%s-%d-%s".formatted(cluster, node, lane, UUID.randomUUID());
        EventPublisher publisher = publishers.forLane(id);
        try {
            fence.open(id, node, publisher.start());
        } catch (RelayFailure e) {
            publisher.close();
            throw e;
        }
        return new Incarnation(id, outboxes.forLane(id, System::nanoTime), publisher);
    }
}
