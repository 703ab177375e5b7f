package dev.latchkey.publish.rabbitmq;

import com.rabbitmq.client.Address;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import dev.latchkey.failure.RetryableFailure;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

/**
 * How the broker is reached.
 *
 * @param addresses host:port,host:port
 * @param password asked for at each connection, since it may change
 * @param tls empty for an unencrypted connection
 */
public record BrokerAccess(
        String addresses, String virtualHost, String username, Supplier<String> password, Optional<SSLContext> tls) {
    private static final int CONNECT_MILLIS = 5_000;
    private static final int HEARTBEAT_SECONDS = 10;

    /** @param name what the broker shows of the connection */
    Connection connect(String name) throws RetryableFailure {
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
        tls.ifPresent(context -> {
            factory.useSslProtocol(context);
            factory.enableHostnameVerification();
        });
        try {
            return factory.newConnection(Address.parseAddresses(addresses), name);
        } catch (IOException | TimeoutException e) {
            throw new RetryableFailure("RabbitMQ at %s can't be reached: %s".formatted(addresses, Reason.of(e)), e);
        }
    }
}
