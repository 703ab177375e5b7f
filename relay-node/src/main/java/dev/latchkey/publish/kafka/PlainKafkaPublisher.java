package dev.latchkey.publish.kafka;

import dev.latchkey.failure.RelayFailure;
import dev.latchkey.outbox.EventRef;
import dev.latchkey.outbox.OutboxEvent;
import dev.latchkey.outbox.ProgressMark;
import dev.latchkey.publish.EventPublisher;
import dev.latchkey.publish.Publication;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaException;

/**
 * Publishes without transactions: at least once. A batch that failed in the middle is sent again whole, so its first events
 * may be seen twice. Used by the lane's thread only.
 */
final class PlainKafkaPublisher implements EventPublisher {
    private final KafkaProducer<byte[], byte[]> producer;
    private final KafkaRecovery recovery;
    private final EventRecords records;

    PlainKafkaPublisher(KafkaPublishers origin, KafkaProducer<byte[], byte[]> producer) {
        this.producer = producer;
        this.recovery = origin.recovery();
        this.records = origin.records();
    }

    @Override
    public ProgressMark start() {
        return ProgressMark.NONE;
    }

    @Override
    public Publication publish(List<OutboxEvent> events) throws RelayFailure {
        FirstFailure failure = new FirstFailure();
        try {
            KafkaPublisher.sendAll(producer, records, events, failure);
            producer.flush();
        } catch (KafkaException e) {
            failure.note(null, e);
        }
        if (failure.happened()) {
            throw failure.asRelayFailure();
        }
        return Publication.whole(events, ProgressMark.NONE);
    }

    @Override
    public CompletableFuture<Collection<EventRef>> recover(String lane, ProgressMark settled) {
        return recovery.recover(lane, settled);
    }

    @Override
    public void close() {
        producer.close(Duration.ZERO);
    }
}
