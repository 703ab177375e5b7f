package dev.latchkey.bridge.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import dev.latchkey.bridge.QueueMessage;
import dev.latchkey.bridge.QueuePublisher;
import dev.latchkey.failure.RetryableFailure;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Queues reached through the default exchange, persistent messages, publisher confirms. Used by one thread. */
public final class RabbitQueues implements QueuePublisher {
    private static final Logger log = LoggerFactory.getLogger(RabbitQueues.class);

    /** Below the server's limit for an idle transaction, which holds the rows meanwhile. */
    private static final Duration CONFIRM_LIMIT = Duration.ofSeconds(20);

    private static final int CLOSE_MILLIS = 2_000;

    private final BrokerAccess access;
    private final Set<String> queues;
    private final boolean declare;
    private final BooleanSupplier trusted;
    private volatile String blocked;
    private Connection connection;
    private ConfirmChannel channel;

    /**
     * @param declare whether the queues are made, durable, at each connection
     * @param trusted asked before each message: false leaves the rest unsent
     */
    public RabbitQueues(BrokerAccess access, Set<String> queues, boolean declare, BooleanSupplier trusted) {
        this.access = access;
        this.queues = new TreeSet<>(queues);
        this.declare = declare;
        this.trusted = trusted;
    }

    @Override
    public void open() throws RetryableFailure {
        // A new connection would be blocked as well, once it had sent again what the old one still holds.
        if (connection != null && connection.isOpen() && (blocked != null || channel.isUsable())) {
            return;
        }
        close();
        connection = access.connect();
        connection.addBlockedListener(reason -> blocked = reason, () -> blocked = null);
        try {
            if (declare) {
                declareQueues();
            }
            channel = newChannel();
        } catch (IOException | TimeoutException | ShutdownSignalException e) {
            close();
            throw new RetryableFailure("RabbitMQ: opening a channel failed: " + reason(e), e);
        }
    }

    private ConfirmChannel newChannel() throws IOException {
        return new ConfirmChannel(connection, () -> blocked == null && trusted.getAsBoolean());
    }

    private void declareQueues() throws IOException, TimeoutException {
        try (Channel topology = connection.createChannel()) {
            for (String queue : queues) {
                topology.queueDeclare(queue, true, false, false, Map.of());
            }
        }
    }

    /** The configured queues that don't exist. */
    public List<String> missing() throws RetryableFailure {
        open();
        List<String> missing = new ArrayList<>();
        for (String queue : queues) {
            if (!exists(queue)) {
                missing.add(queue);
            }
        }
        return missing;
    }

    private boolean exists(String queue) throws RetryableFailure {
        // A queue that is missing closes the channel that asked.
        try (Channel topology = connection.createChannel()) {
            topology.queueDeclarePassive(queue);
            return true;
        } catch (IOException | TimeoutException | ShutdownSignalException e) {
            if (e.getCause() instanceof ShutdownSignalException closed
                    && closed.getReason() instanceof AMQP.Channel.Close close
                    && close.getReplyCode() == AMQP.NOT_FOUND) {
                return false;
            }
            throw new RetryableFailure("RabbitMQ: asking for queue '" + queue + "' failed: " + reason(e), e);
        }
    }

    @Override
    public List<Answer> publish(List<QueueMessage> messages) {
        if (channel == null) {
            return unsent(messages, "no connection");
        }
        try {
            List<Answer> answers = new ArrayList<>(channel.publish(messages, CONFIRM_LIMIT));
            if (channel.complaint() != null) {
                oneByOne(messages, answers);
            }
            return answers;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return unsent(messages, "interrupted");
        }
    }

    private static List<Answer> unsent(List<QueueMessage> messages, String reason) {
        return Collections.nCopies(messages.size(), new Answer(Outcome.UNSENT, reason));
    }

    /** One of the messages made the broker close the channel, and it doesn't say which. */
    private void oneByOne(List<QueueMessage> messages, List<Answer> answers) throws InterruptedException {
        for (int i = 0; i < messages.size(); i++) {
            if (answers.get(i).outcome() == Outcome.UNSENT) {
                try {
                    reopen();
                } catch (IOException | RetryableFailure | ShutdownSignalException e) {
                    log.debug("no channel for the rest of a batch: {}", e.getMessage());
                    return;
                }
                Answer answer =
                        channel.publish(List.of(messages.get(i)), CONFIRM_LIMIT).get(0);
                String complaint = channel.complaint();
                answers.set(i, complaint == null ? answer : new Answer(Outcome.REFUSED, complaint));
            }
        }
    }

    private void reopen() throws IOException, RetryableFailure {
        if (channel.complaint() == null) {
            return;
        }
        channel.close();
        if (connection.isOpen()) {
            channel = newChannel();
        } else {
            open();
        }
    }

    @Override
    public Optional<String> blocked() {
        return Optional.ofNullable(blocked);
    }

    private static String reason(Exception e) {
        Throwable cause = e.getCause() instanceof ShutdownSignalException ? e.getCause() : e;
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }

    @Override
    public void close() {
        if (connection != null) {
            connection.abort(CLOSE_MILLIS);
        }
        connection = null;
        channel = null;
        blocked = null;
    }
}
