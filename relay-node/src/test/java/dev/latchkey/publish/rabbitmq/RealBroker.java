package dev.latchkey.publish.rabbitmq;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import dev.latchkey.lab.server.RabbitMqServer;
import dev.latchkey.lab.server.Servers;
import java.util.Optional;

/** A RabbitMQ for a test; where none can be had, the test is skipped with the reason. */
public final class RealBroker {
    private RealBroker() {}

    public static RabbitMqServer start() {
        Optional<RabbitMqServer> found = Servers.embedded().rabbitMq();
        assumeTrue(found.isPresent(), Servers.RABBITMQ_MISSING);
        found.get().start();
        return found.get();
    }

    public static String address(RabbitMqServer broker) {
        return broker.host() + ":" + broker.port();
    }

    /** A connection that isn't the product's; the caller closes it. */
    public static Connection connect(RabbitMqServer broker) throws Exception {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setUri(broker.uri());
        factory.setAutomaticRecoveryEnabled(false);
        return factory.newConnection("test");
    }
}
