package dev.latchkey.lab.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.rabbitmq.client.BlockedListener;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.MessageProperties;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class RabbitMqServerIT {
    private static RabbitMqServer server;

    @BeforeAll
    static void start() {
        Optional<RabbitMqServer> found = Servers.embedded().rabbitMq();
        assumeTrue(found.isPresent(), Servers.RABBITMQ_MISSING);
        server = found.get();
        server.start();
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    @Test
    void keepsConfirmedMessagesOverRestartAndKill() throws Exception {
        try (Connection connection = connect();
                Channel channel = connection.createChannel()) {
            channel.queueDeclare("kept", true, false, false, null);
            channel.confirmSelect();
            for (int i = 0; i < 3; i++) {
                channel.basicPublish("", "kept", MessageProperties.PERSISTENT_BASIC, new byte[] {(byte) i});
            }
            channel.waitForConfirmsOrDie(30_000);
        }
        server.restart();
        server.kill9();
        assertThat(server.pid()).isEmpty();
        server.start();
        try (Connection connection = connect();
                Channel channel = connection.createChannel()) {
            assertThat(channel.queueDeclarePassive("kept").getMessageCount()).isEqualTo(3);
        }
    }

    @Test
    void anAlarmBlocksWhoPublishesUntilItIsCalm() throws Exception {
        CompletableFuture<String> blocked = new CompletableFuture<>();
        CompletableFuture<Void> unblocked = new CompletableFuture<>();
        try (Connection connection = connect();
                Channel channel = connection.createChannel()) {
            connection.addBlockedListener(new BlockedListener() {
                @Override
                public void handleBlocked(String reason) {
                    blocked.complete(reason);
                }

                @Override
                public void handleUnblocked() {
                    unblocked.complete(null);
                }
            });
            server.alarm();
            channel.basicPublish("", "nowhere", MessageProperties.BASIC, new byte[0]);
            assertThat(blocked.get(30, TimeUnit.SECONDS)).contains("memory");
            server.calm();
            unblocked.get(30, TimeUnit.SECONDS);
        }
    }

    private static Connection connect() throws Exception {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost(server.host());
        factory.setPort(server.port());
        factory.setUsername(server.user());
        factory.setPassword(server.password());
        factory.setAutomaticRecoveryEnabled(false);
        return factory.newConnection("test");
    }
}
