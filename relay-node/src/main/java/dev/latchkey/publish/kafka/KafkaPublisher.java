package dev.latchkey.publish.kafka;

import dev.latchkey.failure.RelayFailure;
import dev.latchkey.failure.StepDownFailure;
import dev.latchkey.outbox.EventRef;
import dev.latchkey.outbox.OutboxEvent;
import dev.latchkey.outbox.ProgressMark;
import dev.latchkey.publish.EventPublisher;
import dev.latchkey.publish.Publication;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;

/** One transactional producer: a batch is published whole or not at all. Used by the lane's thread only. */
final class KafkaPublisher implements EventPublisher {
    private final KafkaProducer<byte[], byte[]> producer;
    private final KafkaRecovery recovery;
    private final EventRecords records;
    private final String lane;
    private final String progressTopic;
    private final ProgressMark start;

    /** The producer has its transactions initialised. */
    KafkaPublisher(KafkaPublishers origin, KafkaProducer<byte[], byte[]> producer, String lane, ProgressMark start) {
        this.producer = producer;
        this.recovery = origin.recovery();
        this.records = origin.records();
        this.progressTopic = origin.settings().progressTopic();
        this.lane = lane;
        this.start = start;
    }

    @Override
    public ProgressMark start() {
        return start;
    }

    @Override
    public Publication publish(List<OutboxEvent> events) throws RelayFailure {
        List<EventRef> refs = events.stream().map(OutboxEvent::ref).toList();
        FirstFailure failure = new FirstFailure();
        try {
            producer.beginTransaction();
            if (sendAll(producer, records, events, failure)) {
                Future<RecordMetadata> progress = producer.send(progressRecord(refs), failure.of(null));
                producer.commitTransaction();
                return Publication.whole(
                        events,
                        new ProgressMark(start.partition(), progress.get().offset()));
            }
        } catch (KafkaException | IllegalStateException | ExecutionException e) {
            failure.note(null, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failure.note(null, e);
        }
        throw abort(failure);
    }

    /** Sends until the first failure: each further send to a missing topic would block for its whole limit. */
    static boolean sendAll(
            KafkaProducer<byte[], byte[]> producer,
            EventRecords records,
            List<OutboxEvent> events,
            FirstFailure failure) {
        for (OutboxEvent event : events) {
            try {
                producer.send(records.record(event), failure.of(event));
            } catch (RelayFailure e) {
                failure.note(event, e);
            }
            if (failure.happened()) {
                return false;
            }
        }
        return true;
    }

    private ProducerRecord<byte[], byte[]> progressRecord(List<EventRef> refs) {
        return new ProducerRecord<>(
                progressTopic, start.partition(), lane.getBytes(StandardCharsets.UTF_8), ProgressRecord.encode(refs));
    }

    /**
     * Aborts the transaction. Only a completed abort proves that nothing was published; a commit that timed out can't be
     * aborted, so whoever takes the shards next, most often this lane's next incarnation, must find out.
     */
    private RelayFailure abort(FirstFailure failure) {
        RelayFailure first = failure.asRelayFailure();
        try {
            producer.abortTransaction();
            return first;
        } catch (KafkaException | IllegalStateException e) {
            return first instanceof StepDownFailure
                    ? first
                    : new StepDownFailure(
                            "lane " + lane + " can't tell whether its transaction was committed: " + first.getMessage(),
                            e);
        }
    }

    @Override
    public CompletableFuture<Collection<EventRef>> recover(String other, ProgressMark settled) {
        return recovery.recover(other, settled);
    }

    @Override
    public void close() {
        producer.close(Duration.ZERO);
    }
}
