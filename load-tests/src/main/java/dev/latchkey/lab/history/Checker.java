package dev.latchkey.lab.history;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;

/**
 * Compares what was seen with what was written. Pure: the same history gives the same verdict. O(n log n).
 *
 * <p>One pass over the records in the order of their partitions; an instance lives for one check.
 */
public final class Checker {
    private static final Comparator<Sighting> BY_POSITION = Comparator.comparing(Sighting::topic)
            .thenComparingInt(Sighting::partition)
            .thenComparingLong(Sighting::offset);

    private final Map<UUID, Event> written = new HashMap<>();
    private final Set<UUID> seen = new HashSet<>();
    private final Map<Key, Integer> partitions = new HashMap<>();
    private final Map<Lane, KeyOrder> orders = new HashMap<>();
    private final Findings findings;

    private Checker(History history) {
        this.findings = new Findings(history);
    }

    /** @throws IllegalArgumentException when two written events share an id: such a history can't be judged */
    public static Verdict check(History history) {
        Checker checker = new Checker(history);
        history.transactions().forEach(checker::index);
        List<Sighting> inOrder =
                history.sightings().stream().sorted(BY_POSITION).toList();
        Sighting last = null;
        for (Sighting sighting : inOrder) {
            if (!isReadAgain(last, sighting)) {
                checker.look(sighting);
            }
            last = sighting;
        }
        return checker.judge(history.transactions());
    }

    private void index(Transaction transaction) {
        int index = 0;
        for (Written event : transaction.events()) {
            if (written.put(event.id(), new Event(transaction, event, index++)) != null) {
                throw new IllegalArgumentException("event id " + event.id() + " was written twice");
            }
        }
    }

    /** A reader that lost its assignment reads a record again; the broker holds it once. */
    private static boolean isReadAgain(Sighting last, Sighting sighting) {
        return last != null && BY_POSITION.compare(last, sighting) == 0 && Objects.equals(last.id(), sighting.id());
    }

    private void look(Sighting sighting) {
        Event event = written.get(sighting.id());
        if (event == null) {
            findings.phantom(sighting, "no such event was written");
        } else if (event.transaction().outcome() == Outcome.ROLLED_BACK) {
            findings.phantom(sighting, "its transaction " + event.transaction().id() + " was rolled back");
        } else {
            compare(event, sighting);
            if (seen.add(sighting.id())) {
                place(event, sighting);
            } else {
                findings.duplicated(event, sighting);
            }
        }
    }

    private void compare(Event event, Sighting sighting) {
        Written expected = event.written();
        if (expected.fingerprint() != sighting.fingerprint()) {
            findings.corrupted(event, sighting);
        }
        if (!expected.topic().equals(sighting.topic())) {
            findings.misrouted(event, sighting, "expected topic " + expected.topic());
        } else if (!Objects.equals(expected.key(), sighting.key())) {
            findings.misrouted(event, sighting, "was seen with key " + sighting.key());
        }
    }

    /** Only the first sighting of an event counts for its place: a duplicate has been reported as such. */
    private void place(Event event, Sighting sighting) {
        String key = event.written().key();
        if (key == null || !event.written().topic().equals(sighting.topic())) {
            return;
        }
        Key place = new Key(sighting.topic(), key);
        int home = partitions.computeIfAbsent(place, k -> sighting.partition());
        if (home != sighting.partition()) {
            findings.misrouted(event, sighting, "its key was first seen on partition " + home);
        }
        orders.computeIfAbsent(new Lane(place, sighting.partition()), l -> new KeyOrder())
                .next(event)
                .ifPresent(earlier -> findings.reordered(earlier, event, sighting));
    }

    private Verdict judge(List<Transaction> transactions) {
        long committed = 0;
        for (Transaction transaction : transactions) {
            boolean proven = transaction.events().stream().anyMatch(event -> seen.contains(event.id()));
            // Half a transaction can't commit: one event that was seen makes the missing ones lost.
            if (transaction.outcome() == Outcome.COMMITTED || transaction.outcome() == Outcome.UNKNOWN && proven) {
                committed += transaction.events().size();
                transaction.events().stream()
                        .filter(event -> !seen.contains(event.id()))
                        .forEach(event -> findings.lost(written.get(event.id())));
            }
        }
        return findings.verdict(committed, seen.size());
    }

    /** An event with its transaction and its place in it. */
    record Event(Transaction transaction, Written written, int index) {}

    private record Key(String topic, String key) {}

    /** Where order can be told: one key on one partition. */
    private record Lane(Key key, int partition) {}
}
