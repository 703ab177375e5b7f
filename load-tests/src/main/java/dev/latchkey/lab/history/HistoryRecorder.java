package dev.latchkey.lab.history;

import dev.latchkey.lab.process.Waiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    private final AtomicLong transactionIds = new AtomicLong();
    private final List<Transaction> transactions = new ArrayList<>();
    private final List<Sighting> sightings = new ArrayList<>();
    private final Map<UUID, OpenTransaction> awaited = new ConcurrentHashMap<>();
    private final LongAdder committed = new LongAdder();
    private final LongAdder delivered = new LongAdder();

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
        synchronized (sightings) {
            sightings.add(sighting);
        }
        OpenTransaction transaction = sighting.id() == null ? null : awaited.remove(sighting.id());
        if (transaction == null) {
            return Optional.empty();
        }
        delivered.increment();
        return Optional.of(transaction.arrived(sighting.nanos()));
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

    /** Whether everything committed was seen within the limit; writers should have ended. */
    public boolean awaitDelivered(Duration limit) {
        return Waiting.within(limit, awaited::isEmpty);
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
        transaction.events().forEach(event -> awaited.put(event.id(), transaction));
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
    }
}
