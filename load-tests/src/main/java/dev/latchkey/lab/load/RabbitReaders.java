package dev.latchkey.lab.load;

import dev.latchkey.lab.history.HistoryRecorder;
import dev.latchkey.lab.history.Promise;
import dev.latchkey.lab.observe.EventObserver;
import dev.latchkey.lab.observe.RabbitObserver;
import dev.latchkey.lab.server.RabbitMqServer;
import java.util.OptionalLong;

/** A consumer of a queue that takes everything from the relay's exchange. For one thread. */
final class RabbitReaders implements Readers {
    private final RabbitObserver observer;

    RabbitReaders(RabbitMqServer server, HistoryRecorder history) {
        this.observer = new RabbitObserver(server.uri(), history);
    }

    @Override
    public void start() {
        observer.start();
    }

    @Override
    public EventObserver observer() {
        return observer;
    }

    @Override
    public OptionalLong beyondCommitted() {
        return OptionalLong.empty();
    }

    @Override
    public Promise promise() {
        return Promise.AT_LEAST_ONCE;
    }

    @Override
    public void close() {
        observer.close();
    }
}
