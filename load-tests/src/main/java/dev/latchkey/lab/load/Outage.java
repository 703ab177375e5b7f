package dev.latchkey.lab.load;

import dev.latchkey.lab.history.History;
import dev.latchkey.lab.history.Outcome;
import dev.latchkey.lab.history.Shards;
import dev.latchkey.lab.history.Sighting;
import dev.latchkey.lab.history.Transaction;
import dev.latchkey.lab.history.Written;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * How long events of certain shards waited because of something that happened. Pure.
 *
 * @param shards whose keys count, of {@link LoadCluster#SHARDS}
 * @param fromNanos when it happened: what an event waited before is not its doing
 * @param toNanos the last commit that counts
 */
record Outage(Set<Integer> shards, long fromNanos, long toNanos) {
    /** The longest wait of an event that counts; empty while one of them was not seen. */
    Optional<Duration> longestWait(History history) {
        Map<UUID, Long> seen = new HashMap<>();
        for (Sighting sighting : history.sightings()) {
            seen.merge(sighting.id(), sighting.nanos(), Math::min);
        }
        long longest = 0;
        for (Transaction transaction : history.transactions()) {
            long since = Math.max(transaction.returnedNanos(), fromNanos);
            for (Written event : counted(transaction)) {
                Long until = seen.get(event.id());
                if (until == null) {
                    return Optional.empty();
                }
                longest = Math.max(longest, until - since);
            }
        }
        return Optional.of(Duration.ofNanos(longest));
    }

    private List<Written> counted(Transaction transaction) {
        if (transaction.outcome() != Outcome.COMMITTED || transaction.returnedNanos() - toNanos > 0) {
            return List.of();
        }
        return transaction.events().stream()
                .filter(event -> shards.contains(shard(event)))
                .toList();
    }

    static int shard(Written event) {
        return Shards.of(event.key(), event.id(), LoadCluster.SHARDS);
    }
}
