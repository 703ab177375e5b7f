package dev.latchkey.lab.observe;

import com.rabbitmq.client.BuiltinExchangeType;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.ShutdownSignalException;
import dev.latchkey.lab.server.ServerFailure;
import java.io.IOException;
import java.net.URISyntaxException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/**
 * Reads all that an exchange gets from a durable queue of its own, over restarts of the broker: what was read and not
 * acknowledged by then comes again. It owns one thread, which calls the sink. Thread-safe.
 */
final class QueueReader implements AutoCloseable {
    private static final int PREFETCH = 2_000;
    private static final int CONNECT_MILLIS = 2_000;
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration RETRY = Duration.ofMillis(200);
    private static final Duration JOIN_LIMIT = Duration.ofSeconds(15);

    private final ConnectionFactory factory;
    private final String exchange;
    private final String queue;
    private final Sink sink;
    private final Thread thread;
    private Connection connection;
    private Channel channel;
    private BlockingQueue<Delivery> delivered;
    private volatile boolean stopping;

    /** Takes what is read. */
    interface Sink {
        /** @param nanos when it was there, of {@link System#nanoTime()} */
        void take(Delivery seen, long nanos);
    }

    /** @param exchange of type topic, durable; made if there is none */
    QueueReader(String uri, String exchange, String queue, Sink sink) {
        this.factory = factory(uri);
        this.exchange = exchange;
        this.queue = queue;
        this.sink = sink;
        this.thread = new Thread(this::read, queue);
    }

    private static ConnectionFactory factory(String uri) {
        ConnectionFactory factory = new ConnectionFactory();
        try {
            factory.setUri(uri);
        } catch (URISyntaxException | GeneralSecurityException e) {
            throw new IllegalArgumentException("this is no address of RabbitMQ", e);
        }
        factory.setAutomaticRecoveryEnabled(false);
        factory.setConnectionTimeout(CONNECT_MILLIS);
        return factory;
    }

    /** Returns when the queue is bound. */
    void start() {
        try {
            open();
        } catch (IOException | TimeoutException | ShutdownSignalException e) {
            disconnect();
            throw new ServerFailure("queue " + queue + " can't be read: " + e.getMessage(), e);
        }
        thread.setDaemon(true);
        thread.start();
    }

    private void open() throws IOException, TimeoutException {
        connection = factory.newConnection(queue);
        channel = connection.createChannel();
        channel.exchangeDeclare(exchange, BuiltinExchangeType.TOPIC, true);
        channel.queueDeclare(queue, true, false, false, Map.of());
        channel.queueBind(queue, exchange, "#");
        channel.basicQos(PREFETCH);
        // One for each channel: what a lost one had delivered can't be acknowledged on the next.
        BlockingQueue<Delivery> next = new LinkedBlockingQueue<>(PREFETCH);
        channel.basicConsume(queue, false, (tag, message) -> next.add(message), tag -> {});
        delivered = next;
    }

    private void read() {
        try {
            while (!stopping) {
                takeOrReopen();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            disconnect();
        }
    }

    private void takeOrReopen() throws InterruptedException {
        try {
            if (channel.isOpen()) {
                take();
            } else {
                disconnect();
                open();
            }
        } catch (IOException | TimeoutException | ShutdownSignalException e) {
            LockSupport.parkNanos(this, RETRY.toNanos());
        }
    }

    private void take() throws IOException, InterruptedException {
        Delivery next = delivered.poll(POLL.toMillis(), TimeUnit.MILLISECONDS);
        while (next != null) {
            sink.take(next, System.nanoTime());
            Delivery last = next;
            next = delivered.poll();
            if (next == null || last.getEnvelope().getDeliveryTag() % (PREFETCH / 4) == 0) {
                channel.basicAck(last.getEnvelope().getDeliveryTag(), true);
            }
        }
    }

    private void disconnect() {
        if (connection != null) {
            connection.abort(CONNECT_MILLIS);
        }
    }

    /** Stops reading; what was read has been taken. */
    @Override
    public void close() {
        stopping = true;
        LockSupport.unpark(thread);
        try {
            thread.join(JOIN_LIMIT.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
