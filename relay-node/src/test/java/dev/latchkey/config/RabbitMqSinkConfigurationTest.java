package dev.latchkey.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.publish.rabbitmq.Destination;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RabbitMqSinkConfigurationTest {
    private static final String HEAD =
            ConfigurationText.MINIMAL.substring(0, ConfigurationText.MINIMAL.indexOf("sink:"))
                    + "sink:\n  type: rabbitmq\n";

    @Test
    void defaults() throws Exception {
        RabbitMqSinkConfiguration sink = load("  addresses: a:1\n");
        assertThat(sink.addresses()).isEqualTo("a:1");
        assertThat(sink.virtualHost()).isEqualTo("/");
        assertThat(sink.username()).isEqualTo("guest");
        assertThat(sink.password().reveal()).isEqualTo("guest");
        assertThat(sink.tls()).isFalse();
        assertThat(sink.declare()).isFalse();
        assertThat(sink.fencesPreviousOwner()).isFalse();
        assertThat(names(sink.destination())).isEqualTo("outbox.event <aggregatetype>");
    }

    @Test
    void everyKeyIsMapped(@TempDir Path folder) throws Exception {
        Path password = Files.writeString(folder.resolve("password"), "secret\n");
        Path authorities = Files.writeString(folder.resolve("ca.pem"), "x");
        RabbitMqSinkConfiguration sink =
                load("""
              addresses: a:1,b:2
              virtualHost: shop
              username: relay
              passwordFile: %s
              tls: true
              caFile: %s
              exchange: shop.<type>
              routingKey: <aggregatetype>.<aggregateid>
              declare: true
            """.formatted(password, authorities).indent(0));
        assertThat(sink.addresses()).isEqualTo("a:1,b:2");
        assertThat(sink.virtualHost()).isEqualTo("shop");
        assertThat(sink.username()).isEqualTo("relay");
        assertThat(sink.password().reveal()).isEqualTo("secret");
        assertThat(sink.tls()).isTrue();
        assertThat(sink.caFile()).contains(authorities);
        assertThat(sink.declare()).isTrue();
        assertThat(names(sink.destination())).isEqualTo("shop.<type> <aggregatetype>.<aggregateid>");
    }

    @Test
    void aQueueStandsForExchangeAndRoutingKey() throws Exception {
        assertThat(names(load("  addresses: a:1\n  queue: orders\n").destination()))
                .isEqualTo(" orders");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "routingKey: <table>         | sink.routingKey | holds <table>; the placeholders are",
                "exchange: a<>               | sink.exchange   | holds <>; the placeholders are",
                "queue: ''                   | sink.queue      | is empty",
                "{queue: q, exchange: e}     | sink.queue      | keep one of both ways",
                "caFile: /nowhere            | sink.caFile     | is '/nowhere', which can't be read",
                "passwordFile: /nowhere      | sink.passwordFile | is '/nowhere', which can't be read",
                "addresses: ''               | sink.addresses  | is missing",
            })
    void isRefusedByName(String keys, String key, String rule) {
        String lines =
                keys.startsWith("{") ? keys.substring(1, keys.length() - 1).replace(", ", "\n  ") : keys;
        String addresses = keys.startsWith("addresses") ? "" : "  addresses: a:1\n";
        assertThatThrownBy(() -> load(addresses + "  " + lines + "\n"))
                .isInstanceOf(RefusedConfigurationException.class)
                .hasMessageContaining(key + " ")
                .hasMessageContaining(rule);
    }

    @Test
    void goingOnWithoutZooKeeperIsRefusedSinceNothingFencesAnOwner() {
        String yaml = (HEAD + "  addresses: a:1\n")
                .replace("connect: zk-1:2181", "connect: zk-1:2181\n  onCoordinationLoss: continue");
        assertThatThrownBy(() -> ConfigurationText.load(yaml))
                .isInstanceOf(RefusedConfigurationException.class)
                .hasMessageContaining("zookeeper.onCoordinationLoss");
    }

    private static String names(Destination destination) {
        return destination.exchange() + " " + destination.routingKey();
    }

    private static RabbitMqSinkConfiguration load(String keys) throws Exception {
        return (RabbitMqSinkConfiguration) ConfigurationText.load(HEAD + keys).sink();
    }
}
