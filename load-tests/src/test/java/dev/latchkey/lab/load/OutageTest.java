package dev.latchkey.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.lab.history.History;
import dev.latchkey.lab.history.Outcome;
import dev.latchkey.lab.history.Sighting;
import dev.latchkey.lab.history.Transaction;
import dev.latchkey.lab.history.Written;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The signal comes at 100, the last commit that counts is at 200. */
class OutageTest {
    /** MD5 begins with 0x0c and 0x92: slots 12 and 146. */
    private static final String IN_SHARD_0 = "a";

    private static final String IN_SHARD_9 = "b";

    private final List<Transaction> transactions = new ArrayList<>();
    private final List<Sighting> sightings = new ArrayList<>();
    private final Outage outage = new Outage(Set.of(0), 100, 200);

    @Test
    void theLongestWaitCountsFromTheCommit() {
        event(IN_SHARD_0, 110, 150);
        event(IN_SHARD_0, 120, 190);
        event(IN_SHARD_0, 180, 185);

        assertLongest(70);
    }

    @Test
    void whatWasCommittedBeforeTheSignalWaitsFromTheSignal() {
        event(IN_SHARD_0, 20, 130);
        event(IN_SHARD_0, 10, 90);

        assertLongest(30);
    }

    @Test
    void otherShardsAndLaterCommitsDoNotCount() {
        event(IN_SHARD_9, 110, 190);
        event(IN_SHARD_0, 201, 900);
        event(IN_SHARD_0, 110, 115);

        assertLongest(5);
    }

    @Test
    void aSecondCopyDoesNotMakeTheWaitLonger() {
        event(IN_SHARD_0, 110, 150);
        sightings.add(sighting(transactions.get(0).events().get(0).id(), 400));

        assertLongest(40);
    }

    @Test
    void thereIsNoAnswerWhileAnEventIsUnderWay() {
        event(IN_SHARD_0, 110, 150);
        event(IN_SHARD_0, 120, -1);

        assertThat(outage.longestWait(history())).isEmpty();
    }

    @Test
    void theShardIsThatOfTheRelay() {
        assertThat(Outage.shard(written(IN_SHARD_0))).isZero();
        assertThat(Outage.shard(written(IN_SHARD_9))).isEqualTo(9);
        assertThat(Outage.shard(new Written(new UUID(0, 0), "t", null, 0))).isEqualTo(9);
    }

    private void assertLongest(long nanos) {
        assertThat(outage.longestWait(history())).contains(Duration.ofNanos(nanos));
    }

    private History history() {
        return new History(transactions, sightings);
    }

    /** @param seen never, if negative */
    private void event(String key, long committed, long seen) {
        Written event = written(key);
        transactions.add(
                new Transaction(transactions.size(), List.of(event), Outcome.COMMITTED, committed - 1, committed));
        if (seen >= 0) {
            sightings.add(sighting(event.id(), seen));
        }
    }

    private static Written written(String key) {
        return new Written(UUID.randomUUID(), "t", key, 0);
    }

    private static Sighting sighting(UUID id, long nanos) {
        return new Sighting("t", 0, 0, "k", id, 0, nanos);
    }
}
