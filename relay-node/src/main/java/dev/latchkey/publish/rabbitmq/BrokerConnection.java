package dev.latchkey.publish.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import dev.latchkey.failure.RetryableFailure;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A connection that is opened again when it is lost. Used by one thread, but for {@link #blocked}. */
public final class BrokerConnection implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(BrokerConnection.class);
    private static final int CLOSE_MILLIS = 2_000;

    private final BrokerAccess access;
    private final String name;
    private volatile String blocked;
    private Connection connection;

    public BrokerConnection(BrokerAccess access, String name) {
        this.access = access;
        this.name = name;
    }

    /** The connection, opened if there is none. */
    Connection open() throws RetryableFailure {
        if (!isOpen()) {
            close();
            connection = access.connect(name);
            connection.addBlockedListener(this::blocked, this::unblocked);
        }
        return connection;
    }

    public boolean isOpen() {
        return connection != null && connection.isOpen();
    }

    private void blocked(String reason) {
        blocked = reason;
        log.warn("{}: RabbitMQ takes no messages: {}", name, reason);
    }

    private void unblocked() {
        blocked = null;
        log.info("{}: RabbitMQ takes messages again", name);
    }

    /** Why the broker takes nothing at present, if it said so. Thread-safe. */
    public Optional<String> blocked() {
        return Optional.ofNullable(blocked).map(reason -> "RabbitMQ takes no messages: " + reason);
    }

    /** Something to do on a channel of its own, which ends with it. */
    @FunctionalInterface
    public interface Request {
        void on(Channel channel) throws IOException;
    }

    /**
     * Carries a request out.
     *
     * @return false when the broker knows no such thing
     * @throws RetryableFailure for any other answer
     */
    public boolean ask(String what, Request request) throws RetryableFailure {
        try (Channel channel = open().createChannel()) {
            request.on(channel);
            return true;
        } catch (IOException | TimeoutException | ShutdownSignalException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            if (cause instanceof ShutdownSignalException closed && Reason.code(closed) == AMQP.NOT_FOUND) {
                return false;
            }
            throw new RetryableFailure("RabbitMQ: " + what + " failed: " + Reason.of(e), e);
        }
    }

    /** Ends it within a bounded time; it may be opened again. */
    @Override
    public void close() {
        if (connection != null) {
            connection.abort(CLOSE_MILLIS);
        }
        connection = null;
        blocked = null;
    }
}
