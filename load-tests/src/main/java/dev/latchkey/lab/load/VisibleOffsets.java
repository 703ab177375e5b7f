package dev.latchkey.lab.load;

import dev.latchkey.lab.server.ServerFailure;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/**
 * How far a {@code read_committed} consumer can read in some topics at this moment: the last stable offset of each partition.
 *
 * <p>Asking costs the broker next to nothing. A consumer that keeps up with a drain would take from whoever is measured the
 * cores that they share, and more from the faster one.
 */
final class VisibleOffsets implements AutoCloseable {
    private static final long LIMIT_SECONDS = 30;

    private final Admin admin;
    private final List<TopicPartition> partitions;

    VisibleOffsets(String bootstrapServers, Set<String> topics, int partitionsOfEach) {
        this.admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers));
        this.partitions = topics.stream()
                .flatMap(topic -> IntStream.range(0, partitionsOfEach).mapToObj(n -> new TopicPartition(topic, n)))
                .toList();
    }

    List<TopicPartition> partitions() {
        return partitions;
    }

    /** Creates the topics, which must not exist. */
    void createTopics() {
        Map<String, Long> counts =
                partitions.stream().collect(Collectors.groupingBy(TopicPartition::topic, Collectors.counting()));
        await(admin.createTopics(counts.entrySet().stream()
                        .map(topic ->
                                new NewTopic(topic.getKey(), topic.getValue().intValue(), (short) 1))
                        .toList())
                .all());
    }

    /** Exclusive ends of what can be read. */
    Map<TopicPartition, Long> now() {
        Map<TopicPartition, ListOffsetsResultInfo> found = await(admin.listOffsets(
                        all(partition -> OffsetSpec.latest()), new ListOffsetsOptions(IsolationLevel.READ_COMMITTED))
                .all());
        Map<TopicPartition, Long> offsets = new HashMap<>();
        found.forEach((partition, info) -> offsets.put(partition, info.offset()));
        return Collections.unmodifiableMap(offsets);
    }

    /** Empties the topics: who reads them from their beginning reads what comes from now on. */
    void forget() {
        Map<TopicPartition, Long> ends = now();
        await(admin.deleteRecords(all(partition -> RecordsToDelete.beforeOffset(ends.get(partition))))
                .all());
    }

    private <T> Map<TopicPartition, T> all(Function<TopicPartition, T> what) {
        return partitions.stream().collect(Collectors.toMap(Function.identity(), what));
    }

    private static <T> T await(KafkaFuture<T> answer) {
        try {
            return answer.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new ServerFailure("the broker did not answer: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServerFailure("interrupted while asking the broker", e);
        }
    }

    @Override
    public void close() {
        admin.close();
    }
}
