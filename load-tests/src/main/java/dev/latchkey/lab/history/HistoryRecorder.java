package dev.latchkey.lab.history;

import dev.latchkey.lab.process.Waiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Collects a history while it happens, and knows at any time what is still to be delivered.
 *
 * <p>Writers and observers share one recorder; thread-safe. It keeps everything in memory, about 250 bytes an event.
 */
public final class HistoryRecorder {
    private static final int STALL_LIMITS = 10;

    private final AtomicLong transactionIds = new AtomicLong();
    private final List<Transaction> transactions = new ArrayList<>();
    private final List<Sighting> sightings = new ArrayList<>();
    private final Map<UUID, Awaited> awaited = new ConcurrentHashMap<>();
    private final StringPool strings = new StringPool();
    private final HistorySink sink;
    private final LongAdder committed = new LongAdder();
    private final LongAdder delivered = new LongAdder();

    /** For a history that nobody else wants. */
    public HistoryRecorder() {
        this(HistorySink.NONE);
    }

    /** @param sink gets all that is recorded, while it happens */
    public HistoryRecorder(HistorySink sink) {
        this.sink = sink;
    }

    private record Awaited(Written event, OpenTransaction transaction) {}

    /** A transaction of one writer; the writer ends it with exactly one outcome. */
    public OpenTransaction begin() {
        return begin(0);
    }

    /** @param dueNanos when its commit is due, of {@link System#nanoTime()}: a writer that is late counts from there */
    public OpenTransaction begin(long dueNanos) {
        return new OpenTransaction(this, transactionIds.incrementAndGet(), dueNanos);
    }

    /**
     * Notes a record that a reader of committed records has seen.
     *
     * @return how long it took; empty if nobody awaited it
     */
    public Optional<Arrival> saw(Sighting sighting) {
        Awaited event = sighting.id() == null ? null : awaited.remove(sighting.id());
        Sighting kept = slim(sighting, event);
        synchronized (sightings) {
            sightings.add(kept);
        }
        sink.saw(kept);
        if (event == null) {
            return Optional.empty();
        }
        delivered.increment();
        return Optional.of(event.transaction().arrived(sighting.nanos()));
    }

    /** The same, made of objects that the history holds already. */
    private Sighting slim(Sighting s, Awaited event) {
        return new Sighting(
                strings.one(s.topic()),
                s.partition(),
                s.offset(),
                strings.one(s.key()),
                event == null ? s.id() : event.event().id(),
                s.fingerprint(),
                s.nanos());
    }

    Written written(UUID id, String topic, String key, long fingerprint) {
        return new Written(id, strings.one(topic), strings.one(key), fingerprint);
    }

    /** Events of transactions whose commit has returned. */
    public long committed() {
        return committed.sum();
    }

    /** Events seen for the first time. */
    public long delivered() {
        return delivered.sum();
    }

    /** Events whose commit was issued and that were not seen yet. */
    public long backlog() {
        return awaited.size();
    }

    /**
     * How long the oldest event has been waiting whose commit has returned and that was not seen yet; 0 if none has. Walks
     * over the backlog.
     *
     * @param nowNanos of {@link System#nanoTime()}
     */
    public long oldestWaitNanos(long nowNanos) {
        return awaited.values().stream()
                .mapToLong(event -> event.transaction().arrived(nowNanos).nanosSinceCommit())
                .max()
                .orElse(0);
    }

    /** Whether everything committed was seen within the limit; writers should have ended. */
    public boolean awaitDelivered(Duration limit) {
        return Waiting.within(limit, awaited::isEmpty);
    }

    /**
     * Whether everything that was committed by now has been seen; writers may go on. Counted by event, because a shard
     * that stands still would hide in the flow of the others. A backlog may take its time to drain, up to ten times the
     * limit, as long as some of it arrives within each.
     */
    public boolean awaitDeliveredSoFar(Duration stallLimit) {
        Set<UUID> left = new HashSet<>(awaited.keySet());
        for (int period = 0; period < STALL_LIMITS; period++) {
            int before = left.size();
            boolean all = Waiting.within(stallLimit, () -> {
                left.retainAll(awaited.keySet());
                return left.isEmpty();
            });
            if (all || left.size() == before) {
                return all;
            }
        }
        return false;
    }

    /** What was recorded so far; transactions that are still open are not in it. */
    public History history() {
        List<Transaction> ended;
        synchronized (transactions) {
            ended = List.copyOf(transactions);
        }
        synchronized (sightings) {
            return new History(ended, sightings);
        }
    }

    void committing(OpenTransaction transaction) {
        transaction.events().forEach(event -> awaited.put(event.id(), new Awaited(event, transaction)));
    }

    void ended(OpenTransaction transaction, Transaction result) {
        if (result.outcome() == Outcome.COMMITTED) {
            committed.add(result.events().size());
        } else {
            transaction.events().forEach(event -> awaited.remove(event.id()));
        }
        synchronized (transactions) {
            transactions.add(result);
        }
        sink.ended(result);
    }
}
