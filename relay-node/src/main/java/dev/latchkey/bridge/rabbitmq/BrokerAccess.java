package dev.latchkey.bridge.rabbitmq;

import com.rabbitmq.client.Address;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import dev.latchkey.failure.RetryableFailure;
import java.io.IOException;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * How the broker is reached.
 *
 * @param password asked for at each connection, since it may change
 */
public record BrokerAccess(String addresses, String virtualHost, String username, Supplier<String> password) {
    private static final int CONNECT_MILLIS = 5_000;
    private static final int HEARTBEAT_SECONDS = 10;
    private static final String NAME = "latchkey-bridge";

    Connection connect() throws RetryableFailure {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setVirtualHost(virtualHost);
        factory.setUsername(username);
        factory.setPassword(password.get());
        // A recovery behind our back would hide which messages are in doubt.
        factory.setAutomaticRecoveryEnabled(false);
        factory.setTopologyRecoveryEnabled(false);
        factory.setConnectionTimeout(CONNECT_MILLIS);
        factory.setHandshakeTimeout(CONNECT_MILLIS);
        factory.setRequestedHeartbeat(HEARTBEAT_SECONDS);
        try {
            return factory.newConnection(Address.parseAddresses(addresses), NAME);
        } catch (IOException | TimeoutException e) {
            throw new RetryableFailure("RabbitMQ at %s can't be reached: %s".formatted(addresses, cause(e)), e);
        }
    }

    private static String cause(Exception e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}
