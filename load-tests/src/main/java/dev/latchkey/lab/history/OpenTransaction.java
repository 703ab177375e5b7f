package dev.latchkey.lab.history;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * A writer's transaction under way. Its writer calls {@link #committing()} right before COMMIT and one of
 * {@link #committed()}, {@link #unknown()} or {@link #rolledBack()} right after. For one thread, the writer's.
 */
public final class OpenTransaction {
    private final HistoryRecorder recorder;
    private final long id;
    private final List<Written> events = new ArrayList<>();
    private long issuedNanos;
    /** Written by the writer, read by the observer; 0 until the commit has returned. */
    private volatile long returnedNanos;

    private boolean ended;

    /** 0 where the writer named no time. */
    private final long dueNanos;

    OpenTransaction(HistoryRecorder recorder, long id, long dueNanos) {
        this.recorder = recorder;
        this.id = id;
        this.dueNanos = dueNanos;
    }

    /** An event was inserted; calls come in insert order. */
    public void wrote(UUID eventId, String topic, String key, byte[] payload) {
        events.add(recorder.written(eventId, topic, key, Fingerprint.of(payload)));
    }

    /** COMMIT goes out next. */
    public void committing() {
        recorder.committing(this);
        issuedNanos = System.nanoTime();
    }

    /** COMMIT has answered. */
    public void committed() {
        returnedNanos = System.nanoTime();
        end(Outcome.COMMITTED);
    }

    /** COMMIT went out and the connection broke before its answer. */
    public void unknown() {
        end(Outcome.UNKNOWN);
    }

    /** It was rolled back, or the database refused to commit it, or its connection broke before COMMIT went out. */
    public void rolledBack() {
        end(Outcome.ROLLED_BACK);
    }

    List<Written> events() {
        return events;
    }

    Arrival arrived(long nanos) {
        long returned = returnedNanos;
        long sinceCommit = returned == 0 ? 0 : Math.max(0, nanos - returned);
        long sinceDue = dueNanos == 0 ? sinceCommit : Math.max(sinceCommit, nanos - dueNanos);
        return new Arrival(sinceCommit, sinceDue);
    }

    private void end(Outcome outcome) {
        if (ended) {
            throw new IllegalStateException("transaction " + id + " has ended before");
        }
        ended = true;
        recorder.ended(this, new Transaction(id, events, outcome, issuedNanos, returnedNanos));
    }
}
