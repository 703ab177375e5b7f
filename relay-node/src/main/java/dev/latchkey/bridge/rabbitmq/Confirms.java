package dev.latchkey.bridge.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.ConfirmListener;
import com.rabbitmq.client.ReturnListener;
import com.rabbitmq.client.ShutdownListener;
import com.rabbitmq.client.ShutdownSignalException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the broker has said of the messages in flight on one channel. The client's callbacks only take a note. Thread-safe.
 */
final class Confirms implements ConfirmListener, ReturnListener, ShutdownListener {
    // All guarded by this. Holds a batch at the most.
    private final NavigableSet<Long> unconfirmed = new TreeSet<>();
    private final Set<Long> nacked = new HashSet<>();
    private final Map<String, String> returned = new HashMap<>();
    private ShutdownSignalException shutdown;

    synchronized void sent(long number) {
        unconfirmed.add(number);
    }

    @Override
    public synchronized void handleAck(long number, boolean multiple) {
        settle(number, multiple, false);
    }

    @Override
    public synchronized void handleNack(long number, boolean multiple) {
        settle(number, multiple, true);
    }

    private void settle(long number, boolean multiple, boolean refused) {
        NavigableSet<Long> settled =
                multiple ? unconfirmed.headSet(number, true) : unconfirmed.subSet(number, true, number, true);
        if (refused) {
            nacked.addAll(settled);
        }
        settled.clear();
        notifyAll();
    }

    /** A return names no number; through the default exchange all messages to a queue fare alike. */
    @Override
    public synchronized void handleReturn(
            int code, String text, String exchange, String queue, AMQP.BasicProperties properties, byte[] body) {
        returned.put(queue, "queue '" + queue + "' took no message: " + code + " " + text);
    }

    @Override
    public synchronized void shutdownCompleted(ShutdownSignalException cause) {
        shutdown = cause;
        notifyAll();
    }

    /** Waits until all is confirmed, the channel is gone, or the limit is over. */
    synchronized void await(Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        long left = limit.toMillis();
        while (!unconfirmed.isEmpty() && shutdown == null && left > 0) {
            wait(left);
            left = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
        }
    }

    synchronized boolean allSettled() {
        return unconfirmed.isEmpty();
    }

    synchronized boolean confirmed(long number) {
        return !unconfirmed.contains(number) && !nacked.contains(number);
    }

    synchronized boolean nacked(long number) {
        return nacked.contains(number);
    }

    /** Why the queue took nothing in this batch; null when it did. */
    synchronized String returned(String queue) {
        return returned.get(queue);
    }

    /** Null while the channel lives. */
    synchronized ShutdownSignalException shutdown() {
        return shutdown;
    }

    synchronized void forgetBatch() {
        unconfirmed.clear();
        nacked.clear();
        returned.clear();
    }
}
