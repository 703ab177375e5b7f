package dev.latchkey.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NodeConfigurationTest {
    @Test
    void defaults() throws Exception {
        NodeConfiguration node =
                ConfigurationText.load(ConfigurationText.MINIMAL).node();

        assertThat(node.id()).as("the host's name").isNotBlank();
        assertThat(node.adminAddress()).isEmpty();
    }

    @Test
    void everyKeyIsMapped() throws Exception {
        NodeConfiguration node = ConfigurationText.load(
                        ConfigurationText.with("node", "id: relay-3\nadminAddress: http://relay-3.relay:8081"))
                .node();

        assertThat(node.id()).isEqualTo("relay-3");
        assertThat(node.adminAddress()).contains("http://relay-3.relay:8081");
    }
}
