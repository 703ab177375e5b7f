package dev.latchkey.lane;

import dev.latchkey.lab.history.Fingerprint;
import dev.latchkey.lab.history.Sighting;
import dev.latchkey.outbox.EventRef;
import dev.latchkey.outbox.OutboxEvent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;

/**
 * A topic with two partitions and the progress topic, with transactions: records have their place from the moment they are
 * sent, and are seen once their transaction is committed. Whoever fences a producer aborts its open transaction and has
 * every later request of it refused.
 */
final class SimulatedBroker {
    private static final int PARTITIONS = 2;
    private static final String TOPIC = "order";

    private final LongSupplier nanoTime;
    private final Map<String, Producer> producers = new HashMap<>();
    private final List<List<Sent>> partitions = List.of(new ArrayList<>(), new ArrayList<>());
    private final List<Progress> progress = new ArrayList<>();

    SimulatedBroker(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    private static final class Producer {
        private boolean fenced;
        private Transaction open;
    }

    /** A producer's transaction; refused once the producer is fenced. */
    final class Transaction {
        private final Producer producer;
        private boolean committed;
        private long committedAt;

        private Transaction(Producer producer) {
            this.producer = producer;
        }

        /** False when it is no longer open, by a fence or a time-out. */
        boolean isOpen() {
            return producer.open == this;
        }

        void send(OutboxEvent event) {
            String key = event.key() == null ? null : new String(event.key(), StandardCharsets.UTF_8);
            Object spread = key == null ? event.ref().id() : key;
            partitions.get(Math.floorMod(spread.hashCode(), PARTITIONS)).add(new Sent(this, event, key));
        }

        /** Returns the offset of the progress record. */
        long sendProgress(String lane, List<EventRef> refs) {
            progress.add(new Progress(this, lane, refs));
            return progress.size() - 1;
        }

        /** Has no effect when it is no longer open. */
        void commit() {
            if (isOpen()) {
                committed = true;
                committedAt = nanoTime.getAsLong();
                producer.open = null;
            }
        }

        void abort() {
            if (isOpen()) {
                producer.open = null;
            }
        }
    }

    private record Sent(Transaction transaction, OutboxEvent event, String key) {}

    private record Progress(Transaction transaction, String lane, List<EventRef> refs) {}

    /** A producer with that transactional id. Returns the offset of the last progress record so far. */
    long open(String lane) {
        producers.put(lane, new Producer());
        return progress.size() - 1L;
    }

    /** Null when the producer is fenced. */
    Transaction begin(String lane) {
        Producer producer = producers.get(lane);
        if (producer.fenced) {
            return null;
        }
        producer.open = new Transaction(producer);
        return producer.open;
    }

    void fence(String lane) {
        Producer producer = producers.get(lane);
        producer.fenced = true;
        producer.open = null;
    }

    /** The broker ends a transaction that has been open for too long, and fences its producer by that. */
    void timeOut(Transaction transaction) {
        if (transaction.isOpen()) {
            transaction.producer.fenced = true;
            transaction.producer.open = null;
        }
    }

    /** What a lane's committed progress records from an offset on name. */
    List<EventRef> publishedFrom(String lane, long offset) {
        return progress.subList((int) Math.min(offset, progress.size()), progress.size()).stream()
                .filter(record -> record.transaction.committed && record.lane.equals(lane))
                .flatMap(record -> record.refs.stream())
                .toList();
    }

    /** What a reader of committed records sees from beginning to end. */
    List<Sighting> sightings() {
        List<Sighting> seen = new ArrayList<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            List<Sent> records = partitions.get(partition);
            for (int offset = 0; offset < records.size(); offset++) {
                Sent sent = records.get(offset);
                if (sent.transaction.committed) {
                    seen.add(sighting(partition, offset, sent));
                }
            }
        }
        return seen;
    }

    private static Sighting sighting(int partition, int offset, Sent sent) {
        OutboxEvent event = sent.event;
        return new Sighting(
                TOPIC,
                partition,
                offset,
                sent.key,
                Objects.requireNonNull(event.ref().id()),
                Fingerprint.of(event.payload()),
                sent.transaction.committedAt);
    }
}
