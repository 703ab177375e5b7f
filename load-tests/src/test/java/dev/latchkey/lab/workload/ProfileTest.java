package dev.latchkey.lab.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.latchkey.lab.history.HistoryRecorder;
import dev.latchkey.lab.history.Outcome;
import dev.latchkey.lab.history.Transaction;
import dev.latchkey.lab.history.Written;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each workload writes what it says. */
@Timeout(60)
class ProfileTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private final SilentDatabase database = new SilentDatabase();
    private final HistoryRecorder history = new HistoryRecorder();

    @Test
    void everyOverlapCommitsAgainstInsertOrder() {
        List<Transaction> all = run(Profile.overlap(), 300);

        List<Transaction> inner =
                all.stream().filter(t -> t.events().size() == 1).toList();
        assertThat(inner.size()).isGreaterThan(50);
        int crossed = 0;
        Map<String, List<Transaction>> outer = byKey(all);
        for (Transaction later : inner) {
            // Two events around it, inserted before and after it; committed after its commit had returned.
            crossed += outer.getOrDefault(place(later), List.of()).stream()
                            .anyMatch(earlier -> insertedAt(earlier, 0) < insertedAt(later, 0)
                                    && earlier.issuedNanos() >= later.returnedNanos())
                    ? 1
                    : 0;
        }
        assertThat(crossed).isEqualTo(inner.size());
    }

    @Test
    void theUsualMixHasAllKindsAndOrderOfInsertsMostly() {
        List<Transaction> all = run(Profile.usual(), 1_000);

        assertThat(all)
                .anyMatch(t -> t.outcome() == Outcome.ROLLED_BACK)
                .anyMatch(t -> t.events().size() > 3);
        assertThat(all.stream().filter(t -> t.events().size() == 1).count()).isGreaterThan(all.size() / 2);
    }

    @Test
    void aHotKeyHasThreeOfFiveEvents() {
        double hottest = shareOfHottest(Profile.hotKey());

        assertThat(hottest).isBetween(0.5, 0.7);
        assertThat(shareOfHottest(Profile.usual())).isLessThan(0.3);
    }

    @Test
    void aHugeTransactionHasItsRowsInOneCommit() {
        List<Transaction> all = run(Profile.hugeTransaction(1_234, Duration.ofMillis(300)), 1_500);

        assertThat(all).anyMatch(t -> t.events().size() == 1_234 && t.outcome() == Outcome.COMMITTED);
        assertThat(all.stream().filter(t -> t.events().size() < 10).count()).isGreaterThan(20);
    }

    @Test
    void longTransactionsAreOpenSeveralAtATime() {
        Duration open = Duration.ofMillis(400);
        List<Transaction> all = run(Profile.longTransaction(3, open), 1_200);

        // Between the inserts of a long one lie those of many others.
        long longOnes = all.stream()
                .filter(t -> t.events().size() == 2
                        && t.events().get(0).key() != null
                        && insertedAt(t, 1) - insertedAt(t, 0) > 100)
                .count();
        assertThat(longOnes).isGreaterThanOrEqualTo(3);
    }

    @Test
    void sizesReachFromNothingToTheLargest() {
        OrderEvents events = new OrderEvents(new SplittableRandom(5), Profile.mixedSizes());
        List<Integer> sizes = IntStream.range(0, 1_000)
                .map(n -> {
                    byte[] payload = events.at(events.place()).payloadBytes();
                    return payload == null ? -1 : payload.length;
                })
                .boxed()
                .toList();

        assertThat(sizes).contains(-1, 0, 900_000).allMatch(size -> size <= 900_000);
        assertThat(share(sizes, 1, 1_000)).isBetween(0.3, 0.6);
        assertThat(share(sizes, 10_000, 900_000)).isBetween(0.25, 0.5);
    }

    @Test
    void theSameSeedWritesTheSameEvents() {
        assertThat(ids(7)).isEqualTo(ids(7)).isNotEqualTo(ids(8));
    }

    private static List<UUID> ids(long seed) {
        OrderEvents events = new OrderEvents(new SplittableRandom(seed), Profile.usual());
        return Stream.generate(() -> events.at(events.place()).id()).limit(20).toList();
    }

    private static double share(List<Integer> sizes, int from, int to) {
        return sizes.stream().filter(size -> size >= from && size < to).count() / (double) sizes.size();
    }

    private static double shareOfHottest(Profile profile) {
        OrderEvents events = new OrderEvents(new SplittableRandom(3), profile);
        long hottest = Stream.generate(events::place)
                .limit(5_000)
                .filter(place -> place.key() != null && place.key().endsWith("-0"))
                .count();
        return hottest / 5_000.0;
    }

    /** Runs it until so many events were attempted, and gives back all transactions that ended. */
    private List<Transaction> run(Profile profile, int events) {
        WorkloadSettings settings =
                WorkloadSettings.defaults().rate(2_000).maxEvents(events).profile(profile);
        try (OrdersWorkload workload = new OrdersWorkload(settings, database, history)) {
            workload.start();
            await().atMost(LIMIT).until(workload::isOver);
        }
        return history.history().transactions();
    }

    private int insertedAt(Transaction transaction, int event) {
        return database.place(transaction.events().get(event).id());
    }

    private static String place(Transaction transaction) {
        Written event = transaction.events().get(0);
        return event.topic() + "/" + event.key();
    }

    private static Map<String, List<Transaction>> byKey(List<Transaction> all) {
        Map<String, List<Transaction>> byKey = new HashMap<>();
        all.stream()
                .filter(t -> t.events().size() == 2)
                .forEach(t -> byKey.merge(
                        place(t),
                        List.of(t),
                        (a, b) -> Stream.concat(a.stream(), b.stream()).toList()));
        return byKey;
    }
}
