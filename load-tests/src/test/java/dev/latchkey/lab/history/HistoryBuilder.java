package dev.latchkey.lab.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** A history that can be written by hand or drawn at random, and damaged in one place. */
final class HistoryBuilder {
    static final String TOPIC = "outbox.event.order";
    private static final int PARTITIONS = 3;

    final List<Transaction> transactions = new ArrayList<>();
    final List<Sighting> sightings = new ArrayList<>();
    private long nextId = 1;

    History build() {
        return new History(transactions, sightings);
    }

    Written event(String key) {
        long id = nextId++;
        return new Written(new UUID(0, id), TOPIC, key, id * 31);
    }

    Transaction transaction(Outcome outcome, long issued, long returned, Written... events) {
        Transaction transaction = new Transaction(transactions.size() + 1L, List.of(events), outcome, issued, returned);
        transactions.add(transaction);
        return transaction;
    }

    /** Puts the event on the partition of its key, behind all that were seen before. */
    HistoryBuilder saw(Written event) {
        sightings.add(sighting(event));
        return this;
    }

    Sighting sighting(Written event) {
        int partition = event.key() == null ? 0 : Math.floorMod(event.key().hashCode(), PARTITIONS);
        long offset = sightings.size() + 10L;
        return new Sighting(
                event.topic(), partition, offset, event.key(), event.id(), event.fingerprint(), 1_000_000 + offset);
    }

    /**
     * Draws transactions with overlapping commits on few keys, some rolled back, some cut off. They are seen in the order
     * of a moment drawn between issue and return, which is some order that a database could have committed them in.
     */
    static HistoryBuilder legal(RandomGenerator random, int transactions) {
        HistoryBuilder builder = new HistoryBuilder();
        record Moment(long nanos, Transaction transaction) {}
        List<Moment> moments = new ArrayList<>();
        for (int t = 0; t < transactions; t++) {
            long issued = random.nextLong(transactions * 10L);
            long returned = issued + 1 + random.nextLong(30);
            Transaction transaction = builder.transaction(outcome(random), issued, returned, builder.events(random));
            if (happened(transaction, random)) {
                moments.add(new Moment(random.nextLong(issued, returned + 1), transaction));
            }
        }
        moments.sort((a, b) -> a.nanos() != b.nanos()
                ? Long.compare(a.nanos(), b.nanos())
                : Long.compare(a.transaction().issuedNanos(), b.transaction().issuedNanos()));
        moments.forEach(moment -> moment.transaction().events().forEach(builder::saw));
        return builder;
    }

    private static Outcome outcome(RandomGenerator random) {
        int die = random.nextInt(20);
        return die == 0 ? Outcome.ROLLED_BACK : die == 1 ? Outcome.UNKNOWN : Outcome.COMMITTED;
    }

    private static boolean happened(Transaction transaction, RandomGenerator random) {
        return switch (transaction.outcome()) {
            case COMMITTED -> true;
            case ROLLED_BACK -> false;
            case UNKNOWN -> random.nextBoolean();
        };
    }

    private Written[] events(RandomGenerator random) {
        Written[] events = new Written[1 + random.nextInt(4)];
        for (int i = 0; i < events.length; i++) {
            events[i] = event(random.nextInt(15) == 0 ? null : "key-" + random.nextInt(4));
        }
        return events;
    }

    /** The positions of two sightings of one key whose order the promise fixes, if the history has such a pair. */
    Optional<int[]> forcedPair() {
        for (int i = 0; i < sightings.size(); i++) {
            for (int j = i + 1; j < sightings.size(); j++) {
                if (mustPrecede(sightings.get(i), sightings.get(j))) {
                    return Optional.of(new int[] {i, j});
                }
            }
        }
        return Optional.empty();
    }

    /** The promise, word for word, for one pair. */
    boolean mustPrecede(Sighting first, Sighting second) {
        if (first.key() == null || !first.key().equals(second.key())) {
            return false;
        }
        Transaction t1 = of(first);
        Transaction t2 = of(second);
        if (t1 == t2) {
            return place(t1, first) < place(t1, second);
        }
        return t1.outcome() == Outcome.COMMITTED && t1.returnedNanos() < t2.issuedNanos();
    }

    private Transaction of(Sighting sighting) {
        return transactions.stream()
                .filter(t -> place(t, sighting) >= 0)
                .findFirst()
                .orElseThrow();
    }

    private static int place(Transaction transaction, Sighting sighting) {
        return transaction.events().stream().map(Written::id).toList().indexOf(sighting.id());
    }

    /** Lets two records change places in the log. */
    void swap(int i, int j) {
        Sighting a = sightings.get(i);
        Sighting b = sightings.get(j);
        sightings.set(i, at(b, a));
        sightings.set(j, at(a, b));
    }

    static Sighting at(Sighting what, Sighting where) {
        return new Sighting(
                what.topic(),
                where.partition(),
                where.offset(),
                what.key(),
                what.id(),
                what.fingerprint(),
                where.nanos());
    }
}
