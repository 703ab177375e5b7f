package dev.latchkey.lab.demo;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.Delivery;
import dev.latchkey.lab.server.RabbitMqServer;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Counts how often each row arrives in the bridge's queues. Thread-safe. */
final class QueueTally implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Connection connection;
    private final Map<Long, Integer> seen = new ConcurrentHashMap<>();
    private final AtomicLong messages = new AtomicLong();

    QueueTally(RabbitMqServer server) throws Exception {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setUri(server.uri());
        connection = factory.newConnection("lab");
        Channel channel = connection.createChannel();
        for (String queue : BridgeStage.CHANNELS.values()) {
            channel.basicConsume(queue, true, (tag, delivery) -> note(delivery), tag -> {});
        }
    }

    private void note(Delivery delivery) throws IOException {
        seen.merge(JSON.readTree(delivery.getBody()).get("id").asLong(), 1, Integer::sum);
        messages.incrementAndGet();
    }

    long messages() {
        return messages.get();
    }

    /** Times that each row has arrived, by id. */
    Map<Long, Integer> seen() {
        return seen;
    }

    @Override
    public void close() throws IOException {
        connection.close();
    }
}
