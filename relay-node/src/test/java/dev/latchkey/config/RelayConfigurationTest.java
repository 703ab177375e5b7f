package dev.latchkey.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.outbox.postgres.OutboxTable;
import io.dropwizard.jackson.Jackson;
import org.junit.jupiter.api.Test;

class RelayConfigurationTest {
    @Test
    void defaults() throws Exception {
        RelayConfiguration relay = ConfigurationText.load(ConfigurationText.MINIMAL);

        assertThat(relay.cluster()).isEqualTo("orders");
        assertThat(relay.shards()).isEqualTo(16);
        assertThat(relay.lanes()).isEqualTo(2);
        assertThat(relay.ordering().requireCommitOrder()).isFalse();
        assertThat(relay.outboxTable()).isEqualTo(OutboxTable.DEFAULT);
        assertThat(relay.onCoordinationLoss()).isEqualTo(CoordinationLossPolicy.CONTINUE);
    }

    @Test
    void everyKeyIsMapped() throws Exception {
        RelayConfiguration relay = ConfigurationText.load(
                ConfigurationText.MINIMAL.replace("cluster: orders", "cluster: payments-2") + """
                        node: {id: relay-7}
                        shards: 64
                        lanes: 4
                        ordering: {requireCommitOrder: true}
                        poll: {batchRows: 5}
                        outbox: {table: events}
                        """);

        assertThat(relay.cluster()).isEqualTo("payments-2");
        assertThat(relay.node().id()).isEqualTo("relay-7");
        assertThat(relay.shards()).isEqualTo(64);
        assertThat(relay.lanes()).isEqualTo(4);
        assertThat(relay.ordering().requireCommitOrder()).isTrue();
        assertThat(relay.poll().batchRows()).isEqualTo(5);
        assertThat(relay.outboxTable().table()).isEqualTo("events");
        assertThat(relay.database().url()).isEqualTo("jdbc:postgresql://db/shop");
        assertThat(relay.zookeeper().connect()).isEqualTo("zk-1:2181");
        assertThat(relay.sink()).isInstanceOf(KafkaSinkConfiguration.class);
    }

    @Test
    void anEmptySectionMeansItsDefaults() throws Exception {
        RelayConfiguration relay =
                ConfigurationText.load(ConfigurationText.MINIMAL + "node:\noutbox:\n  columns:\npoll:\nordering:\n");

        assertThat(relay.outboxTable()).isEqualTo(OutboxTable.DEFAULT);
        assertThat(relay.poll().batchRows()).isEqualTo(4000);
    }

    @Test
    void aSinkThatCannotFencePausesWithoutCoordination() throws Exception {
        RelayConfiguration relay = ConfigurationText.load(ConfigurationText.with("sink", "delivery: atLeastOnce"));

        assertThat(relay.onCoordinationLoss()).isEqualTo(CoordinationLossPolicy.PAUSE);
    }

    @Test
    void noSecretShowsInJsonOrText() throws Exception {
        RelayConfiguration relay = ConfigurationText.load(ConfigurationText.with("database", "password: hunter2"));

        assertThat(Jackson.newObjectMapper().writeValueAsString(relay)).doesNotContain("hunter2");
        assertThat(relay.database().password().orElseThrow()).hasToString("********");
        assertThat(relay.database().driverProperties()).containsEntry("password", "hunter2");
    }

    @Test
    void variablesComeFromTheEnvironmentWithDefaults() throws Exception {
        RelayConfiguration relay = ConfigurationText.load(
                ConfigurationText.MINIMAL.replace("cluster: orders", "cluster: ${LATCHKEY_NOT_SET:-fallback}"));

        assertThat(relay.cluster()).isEqualTo("fallback");
    }
}
