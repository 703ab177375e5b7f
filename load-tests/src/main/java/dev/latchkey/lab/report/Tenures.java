package dev.latchkey.lab.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Makes spans of what is told about owners, shard by shard. Not thread-safe. */
final class Tenures {
    private final BoundedList<RunData.Tenure> ended;
    private final Map<Integer, RunData.Tenure> current = new TreeMap<>();

    Tenures(int limit) {
        this.ended = new BoundedList<>(limit);
    }

    void add(double atSeconds, int shard, String owner, long epoch) {
        RunData.Tenure last = current.get(shard);
        if (last != null && last.owner().equals(owner) && last.epoch() == epoch) {
            return;
        }
        if (last != null) {
            ended.add(new RunData.Tenure(shard, last.owner(), last.epoch(), last.fromSeconds(), atSeconds));
        }
        current.put(shard, new RunData.Tenure(shard, owner, epoch, atSeconds, null));
    }

    /** By shard, then by time. */
    List<RunData.Tenure> data() {
        List<RunData.Tenure> all = new ArrayList<>(ended.kept());
        all.addAll(current.values());
        all.sort(Comparator.comparingInt(RunData.Tenure::shard).thenComparingDouble(RunData.Tenure::fromSeconds));
        return all;
    }

    long dropped() {
        return ended.dropped();
    }
}
