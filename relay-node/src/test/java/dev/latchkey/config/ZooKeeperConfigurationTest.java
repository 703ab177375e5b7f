package dev.latchkey.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.dropwizard.util.Duration;
import org.junit.jupiter.api.Test;

class ZooKeeperConfigurationTest {
    @Test
    void defaults() throws Exception {
        ZooKeeperConfiguration zookeeper =
                ConfigurationText.load(ConfigurationText.MINIMAL).zookeeper();

        assertThat(zookeeper.sessionTimeout()).isEqualTo(Duration.seconds(10));
        assertThat(zookeeper.connectionTimeout()).isEqualTo(Duration.seconds(5));
        assertThat(zookeeper.path()).isEqualTo("/latchkey");
        assertThat(zookeeper.grace()).isEqualTo(Duration.seconds(10));
    }

    @Test
    void everyKeyIsMapped() throws Exception {
        RelayConfiguration relay = ConfigurationText.load(ConfigurationText.with("zookeeper", """
                connect: a:2181,b:2181
                sessionTimeout: 20s
                connectionTimeout: 2s
                path: /relays/latchkey
                grace: 3s
                onCoordinationLoss: pause"""));
        ZooKeeperConfiguration zookeeper = relay.zookeeper();

        assertThat(zookeeper.connect()).isEqualTo("a:2181,b:2181");
        assertThat(zookeeper.sessionTimeout()).isEqualTo(Duration.seconds(20));
        assertThat(zookeeper.connectionTimeout()).isEqualTo(Duration.seconds(2));
        assertThat(zookeeper.path()).isEqualTo("/relays/latchkey");
        assertThat(zookeeper.grace()).isEqualTo(Duration.seconds(3));
        assertThat(relay.onCoordinationLoss()).isEqualTo(CoordinationLossPolicy.PAUSE);
    }
}
