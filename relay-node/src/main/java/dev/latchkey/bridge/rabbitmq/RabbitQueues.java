package dev.latchkey.bridge.rabbitmq;

import com.rabbitmq.client.AMQP;
import dev.latchkey.bridge.QueueMessage;
import dev.latchkey.bridge.QueuePublisher;
import dev.latchkey.failure.RetryableFailure;
import dev.latchkey.publish.Outcome;
import dev.latchkey.publish.rabbitmq.AmqpMessage;
import dev.latchkey.publish.rabbitmq.BrokerAccess;
import dev.latchkey.publish.rabbitmq.BrokerConnection;
import dev.latchkey.publish.rabbitmq.ConfirmedPublisher;
import dev.latchkey.publish.rabbitmq.NullPayload;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/** Queues reached through the default exchange, persistent messages, publisher confirms. Used by one thread. */
public final class RabbitQueues implements QueuePublisher {
    /** Below the server's limit for an idle transaction, which holds the rows meanwhile. */
    private static final Duration CONFIRM_LIMIT = Duration.ofSeconds(20);

    private static final String NAME = "latchkey-bridge";
    private static final String DEFAULT_EXCHANGE = "";
    private static final int PERSISTENT = 2;
    private static final String NOTE_HEADER = "latchkey-dead-letter";

    private final BrokerConnection connection;
    private final ConfirmedPublisher publisher;
    private final Set<String> queues;
    private final boolean declare;

    /**
     * @param declare whether the queues are made, durable, at each connection
     * @param trusted asked before each message: false leaves the rest unsent
     */
    public RabbitQueues(BrokerAccess access, Set<String> queues, boolean declare, BooleanSupplier trusted) {
        this.connection = new BrokerConnection(access, NAME);
        this.publisher = new ConfirmedPublisher(connection, trusted, CONFIRM_LIMIT);
        this.queues = new TreeSet<>(queues);
        this.declare = declare;
    }

    @Override
    public void open() throws RetryableFailure {
        if (declare && !connection.isOpen()) {
            declareQueues();
        }
        publisher.open();
    }

    private void declareQueues() throws RetryableFailure {
        connection.ask("declaring the bridge's queues", channel -> {
            for (String queue : queues) {
                channel.queueDeclare(queue, true, false, false, Map.of());
            }
        });
    }

    /** The configured queues that don't exist. */
    public List<String> missing() throws RetryableFailure {
        open();
        List<String> missing = new ArrayList<>();
        for (String queue : queues) {
            if (!connection.ask("asking for queue '" + queue + "'", channel -> channel.queueDeclarePassive(queue))) {
                missing.add(queue);
            }
        }
        return missing;
    }

    @Override
    public List<Outcome> publish(List<QueueMessage> messages) {
        try {
            return publisher.publish(
                    messages.stream().map(RabbitQueues::message).toList());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Collections.nCopies(messages.size(), new Outcome(Outcome.Kind.UNSENT, "interrupted"));
        }
    }

    /** Rows of a channel keep no order among each other once something fails, so nothing waits for its predecessor. */
    private static AmqpMessage message(QueueMessage message) {
        Map<String, Object> headers = new HashMap<>();
        if (message.body() == null) {
            headers.put(NullPayload.HEADER, true);
        }
        if (message.note() != null) {
            headers.put(NOTE_HEADER, message.note());
        }
        AMQP.BasicProperties properties = new AMQP.BasicProperties.Builder()
                .contentType("application/json")
                .contentEncoding(StandardCharsets.UTF_8.name())
                .deliveryMode(PERSISTENT)
                .messageId(message.id() == null ? UUID.randomUUID().toString() : message.id())
                .headers(headers)
                .build();
        byte[] body = message.body() == null ? NullPayload.BODY : message.body();
        return new AmqpMessage(DEFAULT_EXCHANGE, message.queue(), properties, body, null);
    }

    @Override
    public Optional<String> blocked() {
        return connection.blocked();
    }

    @Override
    public void close() {
        publisher.close();
    }
}
