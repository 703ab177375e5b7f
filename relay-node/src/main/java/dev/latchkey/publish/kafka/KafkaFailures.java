package dev.latchkey.publish.kafka;

import dev.latchkey.failure.RelayFailure;
import dev.latchkey.failure.RetryableFailure;
import dev.latchkey.failure.StepDownFailure;
import dev.latchkey.failure.StopFailure;
import dev.latchkey.outbox.OutboxEvent;
import java.util.List;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.errors.ApplicationRecoverableException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.common.errors.UnknownProducerIdException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/** Tells by the exception what a Kafka error asks for. An exception not named here is retried. */
final class KafkaFailures {
    private static final List<Class<? extends Throwable>> POISON = List.of(
            RecordTooLargeException.class,
            RecordBatchTooLargeException.class,
            SerializationException.class,
            InvalidTopicException.class,
            InvalidTimestampException.class,
            InvalidRecordException.class,
            PolicyViolationException.class,
            TopicAuthorizationException.class,
            UnknownTopicOrPartitionException.class);

    private static final List<Class<? extends Throwable>> STEP_DOWN = List.of(
            ProducerFencedException.class,
            InvalidProducerEpochException.class,
            InvalidPidMappingException.class,
            InvalidTxnStateException.class,
            OutOfOrderSequenceException.class,
            UnknownProducerIdException.class,
            ApplicationRecoverableException.class);

    private static final List<Class<? extends Throwable>> STOP = List.of(
            TransactionalIdAuthorizationException.class,
            ClusterAuthorizationException.class,
            AuthenticationException.class,
            UnsupportedVersionException.class,
            InvalidConfigurationException.class);

    private KafkaFailures() {}

    /** A failure that no event is to blame for, or that happened outside a send. */
    static RelayFailure of(String doing, Throwable e) {
        // A wait that ran out comes without a message.
        String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        String message = doing + " failed: " + why;
        if (isAny(e, STEP_DOWN)) {
            return new StepDownFailure(message, e);
        }
        return isAny(e, STOP) ? new StopFailure(message, e) : new RetryableFailure(message, e);
    }

    /** A failure of the send of one event. */
    static RelayFailure of(OutboxEvent event, String topic, Throwable e) {
        // A missing topic shows as a time-out whose cause says so.
        return isAny(e, POISON)
                ? event.poison("topic " + topic + ": " + e.getMessage(), e)
                : of("publishing " + event + " to topic " + topic, e);
    }

    private static boolean isAny(Throwable e, List<Class<? extends Throwable>> kinds) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            Throwable one = cause;
            if (kinds.stream().anyMatch(kind -> kind.isInstance(one))) {
                return true;
            }
        }
        return false;
    }
}
