package dev.latchkey.lab.load;

import dev.latchkey.lab.history.HistoryRecorder;
import dev.latchkey.lab.history.Promise;
import dev.latchkey.lab.observe.EventObserver;
import dev.latchkey.lab.observe.KafkaObserver;
import dev.latchkey.lab.observe.UncommittedObserver;
import java.util.OptionalLong;

/** A consumer of committed records, and one of uncommitted ones beside it. For one thread. */
final class KafkaReaders implements Readers {
    private final KafkaObserver observer;
    private final UncommittedObserver uncommitted;

    /** @param skipOld whether topics may hold records from before, which are not to be read */
    KafkaReaders(String bootstrapServers, boolean skipOld, HistoryRecorder history) {
        this.observer = new KafkaObserver(bootstrapServers, history);
        this.uncommitted = new UncommittedObserver(bootstrapServers, observer);
        if (skipOld) {
            observer.skipOldRecords();
            uncommitted.skipOldRecords();
        }
    }

    @Override
    public void start() {
        observer.start();
        uncommitted.start();
    }

    @Override
    public EventObserver observer() {
        return observer;
    }

    @Override
    public OptionalLong beyondCommitted() {
        return OptionalLong.of(uncommitted.beyondCommitted());
    }

    @Override
    public Promise promise() {
        return Promise.EXACTLY_ONCE;
    }

    @Override
    public void close() {
        uncommitted.close();
        observer.close();
    }
}
