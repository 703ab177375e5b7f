package dev.latchkey.lab.observe;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads all event topics, those that come into being later too. It owns one thread, which calls the sink. Thread-safe. */
final class EventReader implements AutoCloseable {
    private static final Pattern EVENT_TOPICS = Pattern.compile("outbox\\.event\\..*");
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration JOIN_LIMIT = Duration.ofSeconds(15);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Sink sink;
    private final Thread thread;
    private final LongAdder records = new LongAdder();
    /** Where to begin in topics that were there before; for the thread once it runs. */
    private final Map<TopicPartition, Long> beginnings = new HashMap<>();

    private final Map<TopicPartition, Long> last = new HashMap<>();
    private volatile boolean stopping;

    /** Takes what is read. */
    interface Sink {
        /** @param nanos when it was there, of {@link System#nanoTime()} */
        void take(ConsumerRecord<byte[], byte[]> seen, long nanos);
    }

    /** @param properties of the consumer, beside those that say what it is */
    EventReader(String name, String bootstrapServers, Map<String, Object> properties, Sink sink) {
        Map<String, Object> all = new HashMap<>(properties);
        all.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        all.put(ConsumerConfig.GROUP_ID_CONFIG, name + "-" + UUID.randomUUID());
        all.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        all.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        // How long a topic may exist before it is read.
        all.put(ConsumerConfig.METADATA_MAX_AGE_CONFIG, 500);
        // A new topic must not send the reader back to the start of the others.
        all.put(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, CooperativeStickyAssignor.class.getName());
        all.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 5_000);
        this.consumer = new KafkaConsumer<>(all, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        this.sink = sink;
        this.thread = new Thread(this::read, name);
    }

    /** Leaves out what topics hold now; to be called before {@link #start()}. */
    void skipOldRecords() {
        List<TopicPartition> partitions = consumer.listTopics().values().stream()
                .flatMap(List::stream)
                .filter(p -> EVENT_TOPICS.matcher(p.topic()).matches())
                .map(p -> new TopicPartition(p.topic(), p.partition()))
                .toList();
        beginnings.putAll(consumer.endOffsets(partitions));
    }

    void start() {
        thread.setDaemon(true);
        thread.start();
    }

    /** Different places of the log that were read. */
    long records() {
        return records.sum();
    }

    private void read() {
        try (consumer) {
            consumer.subscribe(EVENT_TOPICS, new Beginnings());
            while (!stopping) {
                ConsumerRecords<byte[], byte[]> found = consumer.poll(POLL);
                long now = System.nanoTime();
                found.forEach(seen -> take(seen, now));
            }
        } catch (WakeupException e) {
            if (!stopping) {
                throw e;
            }
        }
    }

    private void take(ConsumerRecord<byte[], byte[]> seen, long now) {
        TopicPartition partition = new TopicPartition(seen.topic(), seen.partition());
        Long highest = last.get(partition);
        if (highest == null || seen.offset() > highest) {
            last.put(partition, seen.offset());
            records.increment();
        }
        sink.take(seen, now);
    }

    /** Stops reading; what was read has been taken. */
    @Override
    public void close() {
        stopping = true;
        consumer.wakeup();
        try {
            thread.join(JOIN_LIMIT.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A partition that comes back after a loss is read from where its reader knows, not from its beginning. */
    private final class Beginnings implements ConsumerRebalanceListener {
        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            // Nothing is kept for them but the highest place, which holds for whoever reads them.
        }

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            for (TopicPartition partition : partitions) {
                Long highest = last.get(partition);
                Long beginning = highest == null ? beginnings.get(partition) : Long.valueOf(highest + 1);
                if (beginning != null) {
                    consumer.seek(partition, beginning);
                }
            }
        }
    }
}
