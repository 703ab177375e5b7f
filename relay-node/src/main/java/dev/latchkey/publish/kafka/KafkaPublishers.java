package dev.latchkey.publish.kafka;

import dev.latchkey.failure.RelayFailure;
import dev.latchkey.failure.StepDownFailure;
import dev.latchkey.outbox.ProgressMark;
import dev.latchkey.publish.EventPublisher;
import dev.latchkey.publish.EventPublishers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Opens a publisher for each incarnation of a lane. Thread-safe. */
public final class KafkaPublishers implements EventPublishers {
    private static final long LIMIT_SECONDS = 10;

    private final KafkaSettings settings;
    private final KafkaClients clients;
    private final Admin admin;
    private final KafkaRecovery recovery;
    private final EventRecords records;

    /** Connects to nothing yet. */
    public KafkaPublishers(KafkaSettings settings) {
        this.settings = settings;
        this.clients = new KafkaClients(settings.client());
        this.admin = clients.admin();
        this.recovery = new KafkaRecovery(admin, clients, settings.progressTopic());
        this.records = new EventRecords(settings.topicPrefix());
    }

    /** With exactly once the lane's id is the producer's transactional id. */
    @Override
    public EventPublisher forLane(String lane) throws RelayFailure {
        if (!settings.exactlyOnce()) {
            return new PlainKafkaPublisher(this, clients.producer(lane));
        }
        ProgressMark start = endOfProgress(lane);
        KafkaProducer<byte[], byte[]> producer = clients.transactionalProducer(lane);
        try {
            producer.initTransactions();
            return new KafkaPublisher(this, producer, lane, start);
        } catch (KafkaException e) {
            producer.close(Duration.ZERO);
            throw KafkaFailures.of("opening a producer for lane " + lane, e);
        }
    }

    /** Asks the brokers who they are. */
    @Override
    public Optional<String> problem(Duration limit) {
        try {
            admin.describeCluster().nodes().get(limit.toMillis(), TimeUnit.MILLISECONDS);
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("interrupted while asking Kafka");
        } catch (Exception e) {
            return Optional.of("Kafka at " + settings.client().get("bootstrap.servers") + " doesn't answer: " + e);
        }
    }

    private ProgressMark endOfProgress(String lane) throws RelayFailure {
        try {
            int partition = Math.floorMod(lane.hashCode(), progressPartitions());
            long end = recovery.offset(new TopicPartition(settings.progressTopic(), partition), OffsetSpec.latest());
            return new ProgressMark(partition, end - 1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StepDownFailure("interrupted while opening lane " + lane, e);
        } catch (Exception e) {
            throw KafkaFailures.of("reading the progress topic " + settings.progressTopic(), e);
        }
    }

    private int progressPartitions() throws Exception {
        try {
            return describedPartitions();
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                throw e;
            }
            createProgressTopic();
            return describedPartitions();
        }
    }

    private int describedPartitions() throws Exception {
        return admin.describeTopics(List.of(settings.progressTopic()))
                .allTopicNames()
                .get(LIMIT_SECONDS, TimeUnit.SECONDS)
                .get(settings.progressTopic())
                .partitions()
                .size();
    }

    /** Compacted: the last record of each lane is all that a recovery needs, however long the lane was in doubt. */
    private void createProgressTopic() throws Exception {
        NewTopic topic = new NewTopic(
                        settings.progressTopic(), settings.progressPartitions(), settings.progressReplication())
                .configs(Map.of(
                        TopicConfig.CLEANUP_POLICY_CONFIG,
                        TopicConfig.CLEANUP_POLICY_COMPACT,
                        TopicConfig.SEGMENT_BYTES_CONFIG,
                        String.valueOf(64 << 20)));
        try {
            admin.createTopics(List.of(topic)).all().get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw e;
            }
        }
    }

    KafkaSettings settings() {
        return settings;
    }

    KafkaRecovery recovery() {
        return recovery;
    }

    EventRecords records() {
        return records;
    }

    @Override
    public void close() {
        recovery.close();
        admin.close(Duration.ofSeconds(1));
    }
}
