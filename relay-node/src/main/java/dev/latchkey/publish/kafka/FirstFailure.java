package dev.latchkey.publish.kafka;

import dev.latchkey.failure.RelayFailure;
import dev.latchkey.failure.StepDownFailure;
import dev.latchkey.outbox.OutboxEvent;
import org.apache.kafka.clients.producer.Callback;

/** The first failure among the sends of a batch; those that follow it mostly repeat it. Thread-safe. */
final class FirstFailure {
    private OutboxEvent event;
    private String topic;
    private Throwable cause;

    /** The callback of one event's send; null for the progress record. */
    Callback of(OutboxEvent sent) {
        return (metadata, exception) -> {
            if (exception != null) {
                note(sent, metadata == null ? null : metadata.topic(), exception);
            }
        };
    }

    void note(OutboxEvent sent, Throwable exception) {
        note(sent, null, exception);
    }

    private synchronized void note(OutboxEvent sent, String sentTo, Throwable exception) {
        if (cause == null) {
            event = sent;
            topic = sentTo;
            cause = exception;
        }
    }

    synchronized boolean happened() {
        return cause != null;
    }

    /**
     * What the failure asks for. A progress record that can't be sent means that the progress topic has changed under the
     * lane, most often deleted and created with fewer partitions: a new incarnation looks at it anew.
     */
    synchronized RelayFailure asRelayFailure() {
        if (cause instanceof RelayFailure known) {
            return known;
        }
        if (event == null && topic != null) {
            return new StepDownFailure(
                    "the progress record can't be written to " + topic + ": " + cause.getMessage(), cause);
        }
        return event == null ? KafkaFailures.of("publishing a batch", cause) : KafkaFailures.of(event, topic, cause);
    }
}
