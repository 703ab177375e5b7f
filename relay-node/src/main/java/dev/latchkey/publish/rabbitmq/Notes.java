package dev.latchkey.publish.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.ConfirmListener;
import com.rabbitmq.client.ReturnListener;
import com.rabbitmq.client.ShutdownListener;
import com.rabbitmq.client.ShutdownSignalException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * What the broker says of a channel's messages, in its order. The client's callbacks only take a note: at most two a message
 * in flight, or given up while the broker was blocked, and one for the end. Thread-safe.
 */
final class Notes implements ConfirmListener, ReturnListener, ShutdownListener {
    /** One thing that the broker said. */
    sealed interface Note {}

    /** The message of this number, or all up to it, are confirmed. */
    record Acknowledged(long number, boolean multiple) implements Note {}

    /** The message of this number, or all up to it, are refused. */
    record Refused(long number, boolean multiple) implements Note {}

    /** The message with this id went to no queue; its confirm follows. */
    record Returned(String messageId, String reason) implements Note {}

    /** The channel is gone; nothing follows. */
    record Closed(ShutdownSignalException cause) implements Note {}

    private final BlockingQueue<Note> notes = new LinkedBlockingQueue<>(4 * MessageFlight.WINDOW + 1);

    @Override
    public void handleAck(long number, boolean multiple) {
        notes.add(new Acknowledged(number, multiple));
    }

    @Override
    public void handleNack(long number, boolean multiple) {
        notes.add(new Refused(number, multiple));
    }

    @Override
    public void handleReturn(
            int code, String text, String exchange, String routingKey, AMQP.BasicProperties properties, byte[] body) {
        notes.add(new Returned(
                properties.getMessageId(),
                "exchange '%s' has no queue for routing key '%s': %d %s".formatted(exchange, routingKey, code, text)));
    }

    @Override
    public void shutdownCompleted(ShutdownSignalException cause) {
        notes.add(new Closed(cause));
    }

    /** The next note; null when none came within the limit. */
    Note next(Duration limit) throws InterruptedException {
        return notes.poll(limit.toMillis(), TimeUnit.MILLISECONDS);
    }
}
