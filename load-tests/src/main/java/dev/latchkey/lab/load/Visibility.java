package dev.latchkey.lab.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** When which offset could be read, from looks at the broker in order of time. For one thread. Pure. */
final class Visibility {
    private final List<Look> looks = new ArrayList<>();

    /** @param ends exclusive, of each partition */
    private record Look(long nanos, Map<TopicPartition, Long> ends) {}

    /** Returns whether anything is visible that wasn't at the look before. */
    boolean add(long nanos, Map<TopicPartition, Long> ends) {
        boolean moved = looks.isEmpty() || !last().ends.equals(ends);
        if (moved) {
            looks.add(new Look(nanos, ends));
        }
        return moved;
    }

    /** Offsets passed since the first look, those of transaction markers among them. */
    long offsets() {
        return looks.isEmpty() ? 0 : sum(last()) - sum(looks.get(0));
    }

    private static long sum(Look look) {
        return look.ends.values().stream().mapToLong(Long::longValue).sum();
    }

    Map<TopicPartition, Long> begin() {
        return looks.get(0).ends;
    }

    Map<TopicPartition, Long> end() {
        return last().ends;
    }

    private Look last() {
        return looks.get(looks.size() - 1);
    }

    /**
     * When the record was first seen to be readable.
     *
     * @throws IllegalArgumentException for one that no look has reached
     */
    long nanosOf(TopicPartition partition, long offset) {
        int low = 0;
        int high = looks.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (looks.get(middle).ends.get(partition) > offset) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        if (low == looks.size()) {
            throw new IllegalArgumentException("no look has reached %s@%d".formatted(partition, offset));
        }
        return looks.get(low).nanos;
    }
}
