package dev.latchkey.lab.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Legal histories pass, damaged ones don't, and the fast order check agrees with the promise read word for word. */
class CheckerPropertyTest {
    @Property(tries = 500)
    void legalHistoryIsClean(@ForAll long seed, @ForAll @IntRange(min = 1, max = 60) int transactions) {
        HistoryBuilder h = HistoryBuilder.legal(new Random(seed), transactions);
        Collections.shuffle(h.transactions, new Random(seed));
        Collections.shuffle(h.sightings, new Random(seed));

        Verdict verdict = Checker.check(h.build());

        assertThat(verdict.isClean()).as(verdict.toString()).isTrue();
        assertThat(verdict.delivered()).isEqualTo(h.sightings.size());
    }

    @Property(tries = 300)
    void anyOneDamageIsFoundAndNamed(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 30) int transactions,
            @ForAll @IntRange(min = 0, max = 500) int position,
            @ForAll Damage damage) {
        HistoryBuilder h = HistoryBuilder.legal(new Random(seed), transactions);
        Assume.that(h.sightings.size() > 0);
        int at = position % h.sightings.size();
        // A cut-off transaction of which nothing is seen any more may not have happened: no loss.
        Assume.that(damage != Damage.DROPPED || isCommitted(h, at));

        damage.inflict.accept(h, at);

        assertThat(kinds(h)).containsExactly(damage.kind);
    }

    @Property(tries = 300)
    void swappedForcedPairIsFound(@ForAll long seed, @ForAll @IntRange(min = 2, max = 30) int transactions) {
        HistoryBuilder h = HistoryBuilder.legal(new Random(seed), transactions);
        Optional<int[]> pair = h.forcedPair();
        Assume.that(pair.isPresent());

        h.swap(pair.get()[0], pair.get()[1]);

        assertThat(kinds(h)).containsExactly(Anomaly.Kind.REORDERED);
    }

    @Property(tries = 300)
    void orderCheckAgreesWithThePromise(@ForAll long seed, @ForAll @IntRange(min = 1, max = 12) int transactions) {
        Random random = new Random(seed);
        HistoryBuilder h = HistoryBuilder.legal(random, transactions);
        for (int swaps = random.nextInt(4); swaps > 0 && !h.sightings.isEmpty(); swaps--) {
            swapWithinPartition(h, random);
        }

        assertThat(kinds(h).contains(Anomaly.Kind.REORDERED)).isEqualTo(breaksPromise(h));
    }

    private static void swapWithinPartition(HistoryBuilder h, Random random) {
        int i = random.nextInt(h.sightings.size());
        int j = random.nextInt(h.sightings.size());
        if (h.sightings.get(i).partition() == h.sightings.get(j).partition()) {
            h.swap(i, j);
        }
    }

    private static boolean breaksPromise(HistoryBuilder h) {
        for (Sighting first : h.sightings) {
            for (Sighting second : h.sightings) {
                boolean seenFirst = first.partition() == second.partition() && first.offset() < second.offset();
                if (seenFirst && h.mustPrecede(second, first)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isCommitted(HistoryBuilder h, int at) {
        UUID id = h.sightings.get(at).id();
        return h.transactions.stream()
                .filter(t -> t.outcome() == Outcome.COMMITTED)
                .flatMap(t -> t.events().stream())
                .anyMatch(event -> event.id().equals(id));
    }

    private static Set<Anomaly.Kind> kinds(HistoryBuilder h) {
        return Checker.check(h.build()).anomalies().stream().map(Anomaly::kind).collect(Collectors.toSet());
    }

    /** Ways to damage the sighting at an index. */
    enum Damage {
        DROPPED(Anomaly.Kind.LOST, (h, at) -> h.sightings.remove(at.intValue())),
        REPEATED(Anomaly.Kind.DUPLICATED, (h, at) -> {
            Sighting s = h.sightings.get(at);
            h.sightings.add(
                    new Sighting(s.topic(), s.partition(), 1_000_000, s.key(), s.id(), s.fingerprint(), s.nanos()));
        }),
        ALTERED(Anomaly.Kind.CORRUPTED, (h, at) -> {
            Sighting s = h.sightings.get(at);
            h.sightings.set(
                    at,
                    new Sighting(
                            s.topic(), s.partition(), s.offset(), s.key(), s.id(), s.fingerprint() ^ 1, s.nanos()));
        }),
        REKEYED(Anomaly.Kind.MISROUTED, (h, at) -> {
            Sighting s = h.sightings.get(at);
            h.sightings.set(
                    at,
                    new Sighting(
                            s.topic(), s.partition(), s.offset(), s.key() + "x", s.id(), s.fingerprint(), s.nanos()));
        }),
        STRAYED(Anomaly.Kind.MISROUTED, (h, at) -> {
            Sighting s = h.sightings.get(at);
            h.sightings.set(
                    at, new Sighting("outbox.event.other", 0, s.offset(), s.key(), s.id(), s.fingerprint(), s.nanos()));
        }),
        INVENTED(Anomaly.Kind.PHANTOM, (h, at) -> h.saw(h.event("key-0"))),
        REVIVED(Anomaly.Kind.PHANTOM, (h, at) -> {
            Written undone = h.event("key-0");
            h.transaction(Outcome.ROLLED_BACK, 0, 0, undone);
            h.saw(undone);
        });

        final Anomaly.Kind kind;
        final BiConsumer<HistoryBuilder, Integer> inflict;

        Damage(Anomaly.Kind kind, BiConsumer<HistoryBuilder, Integer> inflict) {
            this.kind = kind;
            this.inflict = inflict;
        }
    }
}
