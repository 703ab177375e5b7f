package dev.latchkey.publish.kafka;

import dev.latchkey.outbox.EventRef;
import dev.latchkey.outbox.ProgressMark;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.FenceProducersOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out what a lane that lost its shards had published. First its producer is fenced, which aborts its open transaction
 * and makes a later send fail; only then is the progress topic read, up to the end that it had after the fence. Thread-safe;
 * owns one thread.
 */
final class KafkaRecovery implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(KafkaRecovery.class);

    /** How long a recovery may take before it is given up and begun again. */
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final Admin admin;
    private final KafkaClients clients;
    private final String progressTopic;
    private final ExecutorService executor;

    KafkaRecovery(Admin admin, KafkaClients clients, String progressTopic) {
        this.admin = admin;
        this.clients = clients;
        this.progressTopic = progressTopic;
        this.executor = Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task, "latchkey-recovery");
            thread.setDaemon(true);
            return thread;
        });
    }

    CompletableFuture<Collection<EventRef>> recover(String lane, ProgressMark settled) {
        if (settled.partition() < 0) {
            return CompletableFuture.completedFuture(List.of());
        }
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return fenceAndRead(lane, settled);
                    } catch (Exception e) {
                        throw new CompletionException(e);
                    }
                },
                executor);
    }

    private Collection<EventRef> fenceAndRead(String lane, ProgressMark settled) throws Exception {
        long begun = System.nanoTime();
        int limit = Math.toIntExact(LIMIT.toMillis());
        admin.fenceProducers(List.of(lane), new FenceProducersOptions().timeoutMs(limit))
                .all()
                .get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        TopicPartition partition = new TopicPartition(progressTopic, settled.partition());
        List<EventRef> published = read(lane, partition, settled.offset() + 1, begun + LIMIT.toNanos());
        log.info(
                "lane {} fenced at the broker; {} events published beyond its settled offset {} ({} ms)",
                lane,
                published.size(),
                settled.offset(),
                TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun));
        return published;
    }

    /**
     * Reads to the partition's end as any reader sees it, not as a committed reader does: another lane's open transaction
     * would make that end lie before records that are committed already.
     */
    private List<EventRef> read(String lane, TopicPartition partition, long from, long deadline) throws Exception {
        long end = offset(partition, OffsetSpec.latest());
        long first = Math.max(offset(partition, OffsetSpec.earliest()), from);
        if (from > end) {
            log.warn(
                    "progress topic {} was emptied or created anew; what lane {} left in doubt is read from its beginning",
                    progressTopic,
                    lane);
            first = offset(partition, OffsetSpec.earliest());
        }
        byte[] key = lane.getBytes(StandardCharsets.UTF_8);
        List<EventRef> found = new ArrayList<>();
        try (Consumer<byte[], byte[]> consumer = clients.committedReader()) {
            consumer.assign(List.of(partition));
            consumer.seek(partition, first);
            while (consumer.position(partition) < end) {
                if (System.nanoTime() > deadline) {
                    throw new TimeoutException(
                            "the progress topic could not be read to offset " + end + " in " + LIMIT);
                }
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
                    if (Arrays.equals(record.key(), key) && record.value() != null) {
                        found.addAll(ProgressRecord.decode(record.value()));
                    }
                }
            }
        }
        return found;
    }

    long offset(TopicPartition partition, OffsetSpec which) throws Exception {
        return admin.listOffsets(Map.of(partition, which))
                .partitionResult(partition)
                .get(LIMIT.toMillis(), TimeUnit.MILLISECONDS)
                .offset();
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
