package dev.latchkey.lab.load;

import dev.latchkey.lab.history.History;
import dev.latchkey.lab.history.Outcome;
import dev.latchkey.lab.history.Sighting;
import dev.latchkey.lab.history.Transaction;
import dev.latchkey.lab.history.Written;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
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
    private static final int SLOTS = 256;

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

    /** The rule of the README's glossary: first byte of the MD5 of the key, of the event id where there is none. */
    static int shard(Written event) {
        String hashed = event.key() == null ? event.id().toString() : event.key();
        try {
            byte[] digest = MessageDigest.getInstance("MD5").digest(hashed.getBytes(StandardCharsets.UTF_8));
            return Byte.toUnsignedInt(digest[0]) * LoadCluster.SHARDS / SLOTS;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has MD5", e);
        }
    }
}
