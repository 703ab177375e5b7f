package dev.latchkey.lab.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Who owned which shard when, as it was noticed. Thread-safe. */
public final class OwnershipTimeline {
    private final SortedMap<Integer, List<Ownership>> byShard = new TreeMap<>();

    /** Keeps what is news; returns whether it was. Calls come in the order of time. */
    public synchronized boolean note(Ownership seen) {
        List<Ownership> of = byShard.computeIfAbsent(seen.shard(), shard -> new ArrayList<>());
        if (!of.isEmpty() && !seen.isNewsAfter(of.get(of.size() - 1))) {
            return false;
        }
        of.add(seen);
        return true;
    }

    /** How many shards there are; 0 while nobody has told. */
    public synchronized int shards() {
        return byShard.isEmpty() ? 0 : byShard.lastKey() + 1;
    }

    /** The last known owner of each shard, empty for nobody. */
    public synchronized SortedMap<Integer, String> owners() {
        SortedMap<Integer, String> owners = new TreeMap<>();
        byShard.forEach((shard, of) -> owners.put(shard, of.get(of.size() - 1).owner()));
        return owners;
    }

    /** Who had it then; empty before the first notice. */
    public synchronized Optional<Ownership> at(int shard, long nanos) {
        return of(shard).stream()
                .filter(ownership -> ownership.sinceNanos() - nanos <= 0)
                .reduce((earlier, later) -> later);
    }

    /** Changes of one shard within a time, ends included, the earliest first. */
    public synchronized List<Ownership> between(int shard, long fromNanos, long toNanos) {
        return of(shard).stream()
                .filter(o -> o.sinceNanos() - fromNanos >= 0 && o.sinceNanos() - toNanos <= 0)
                .toList();
    }

    /** All changes in the order of time. */
    public synchronized List<Ownership> changes() {
        return byShard.values().stream()
                .flatMap(List::stream)
                .sorted(Comparator.comparingLong(Ownership::sinceNanos).thenComparingInt(Ownership::shard))
                .toList();
    }

    private List<Ownership> of(int shard) {
        return byShard.getOrDefault(shard, List.of());
    }
}
