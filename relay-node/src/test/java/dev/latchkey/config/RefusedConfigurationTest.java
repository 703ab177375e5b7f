package dev.latchkey.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RefusedConfigurationTest {
    /** Section, the lines put into it, the key that must be named, and a part of the rule. */
    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "''        | cluster: Orders               | cluster            | is 'Orders'; must be 1 to 64",
                "''        | shards: 0                     | shards             | is 0; must be 1 to 256",
                "''        | shards: 257                   | shards             | is 257; must be 1 to 256",
                "''        | lanes: 17                     | lanes              | is 17; must be 1 to 16",
                "''        | lanes: many                   | lanes              | is 'many'; must be of type int",
                "''        | colour: red                   | colour             | Did you mean",
                "node      | id: a/b                       | node.id            | is 'a/b'; must be 1 to 100",
                "node      | id: '${LATCHKEY_NOT_SET}'     | node.id            | that variable is not set",
                "node      | adminAddress: node-1:8081     | node.adminAddress  | must be a URL",
                "zookeeper | connect: ''                   | zookeeper.connect  | is missing",
                "zookeeper | connect: '${LATCHKEY_NOT_SET}' | zookeeper.connect | not set in the environment",
                "zookeeper | sessionTimeout: 10ms          | zookeeper.sessionTimeout | must be 1s to 300s",
                "zookeeper | connectionTimeout: 11s        | zookeeper.connectionTimeout | must not exceed sessionTimeout",
                "zookeeper | path: latchkey/               | zookeeper.path     | must be an absolute path",
                "zookeeper | grace: 1h                     | zookeeper.grace    | must be 0s to 600s",
                "zookeeper | connect: zk:2181/chroot        | zookeeper.connect  | without a chroot",
                "poll      | maxInterval: 11s               | poll.maxInterval   | must be 1ms to 10s",
                "database  | socketTimeout: 60s             | database.socketTimeout | must be 2s to 55s",
                "zookeeper | onCoordinationLoss: panic     | zookeeper.onCoordinationLoss | is 'panic'; must be continue or pause",
                "database  | url: jdbc:mysql://db/shop     | database.url       | must start with jdbc:postgresql:",
                "database  | url: 'jdbc:postgresql://db/s?password=x' | database.url | holds a password",
                "database  | user: '${LATCHKEY_NOT_SET}'   | database.user      | not set in the environment",
                "database  | password: '${LATCHKEY_NOT_SET}' | database.password | not set in the environment",
                "database  | passwordFile: /nowhere/at/all | database.passwordFile | is '/nowhere/at/all'",
                "database  | connectionTimeout: 10ms       | database.connectionTimeout | must be 1s to 300s",
                "database  | statementTimeout: 2h          | database.statementTimeout | must be 1s to 50s",
                "database  | socketTimeout: 30s            | database.socketTimeout | must exceed statementTimeout (30 seconds)",
                "database  | relaySchema: ''               | database.relaySchema | is empty",
                "database  | 'properties: {user: me}'      | database.properties[user] | use database.user instead",
                "database  | 'properties: {readOnly: true}' | database.properties[readOnly] | is true",
                "outbox    | table: ''                     | outbox.table       | is empty",
                "outbox    | settle: later                 | outbox.settle      | is 'later'; must be delete or mark",
                "outbox    | retention: 7d                 | outbox.retention   | is 7 days, but settle is delete",
                "outbox    | 'cleanup: {batch: 1}'         | outbox.cleanup     | but settle is delete",
                "outbox    | 'columns: {type: id}'         | outbox.columns.type | is 'id', and so is id",
                "outbox    | 'columns: {seq: ''''}'        | outbox.columns.seq | is empty",
                "poll      | minInterval: 0ms              | poll.minInterval   | must be 1ms to 10s",
                "poll      | maxInterval: 4ms              | poll.maxInterval   | must not be below minInterval",
                "poll      | batchRows: 0                  | poll.batchRows     | is 0; must be 1 to 100000",
                "poll      | batchBytes: 1GiB              | poll.batchBytes    | must be 1KiB to 256MiB",
                "poll      | sweepInterval: 2d             | poll.sweepInterval | must be 1s to 24h",
                "sink      | type: pigeon                  | sink.type          | is 'pigeon'; must be kafka",
                "sink      | topicPrefix: a/b              | sink.topicPrefix   | is 'a/b'",
                "sink      | delivery: twice               | sink.delivery      | is 'twice'; must be exactlyOnce or atLeastOnce",
                "sink      | bootstrapServers: ''          | sink.bootstrapServers | is missing",
                "sink      | 'progressTopic: {partitions: 0}' | sink.progressTopic.partitions | must be 1 to 1000",
                "sink      | 'progressTopic: {replicationFactor: 0}' | sink.progressTopic.replicationFactor | is 0; must be 1 or more",
                "sink      | propertiesFile: /nowhere      | sink.propertiesFile | is '/nowhere'",
            })
    void isRefusedByName(String section, String line, String key, String rule) {
        assertThatThrownBy(() -> ConfigurationText.load(ConfigurationText.with(section, line)))
                .isInstanceOf(RefusedConfigurationException.class)
                .hasMessageContaining(key + " ")
                .hasMessageContaining(rule);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "transactional.id: mine",
                "enable.idempotence: false",
                "acks: 1",
                "retries: 0",
                "max.in.flight.requests.per.connection: 6",
                "key.serializer: a.B",
                "value.serializer: a.B",
                "partitioner.ignore.keys: true",
                "partitioner.class: org.apache.kafka.clients.producer.RoundRobinPartitioner",
                "isolation.level: read_uncommitted",
                "bootstrap.servers: a:1",
                "group.id: g",
                "transaction.two.phase.commit.enable: true",
            })
    void kafkaPropertyThatBreaksThePromiseIsRefusedWithTheReason(String property) {
        String name = property.substring(0, property.indexOf(':'));

        assertThatThrownBy(
                        () -> ConfigurationText.load(ConfigurationText.with("sink", "properties: {" + property + "}")))
                .isInstanceOf(RefusedConfigurationException.class)
                .hasMessageContaining("sink.properties[" + name + "]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"cluster", "zookeeper", "database", "sink"})
    void missingPartIsNamed(String part) {
        String without = ConfigurationText.MINIMAL.replaceAll("(?m)^" + part + ":.*\n(  .*\n)*", "");

        assertThatThrownBy(() -> ConfigurationText.load(without))
                .isInstanceOf(RefusedConfigurationException.class)
                .hasMessageContaining(part + " is missing");
    }

    @Test
    void continuingWithoutAFenceIsRefused() {
        String yaml = ConfigurationText.with("sink", "delivery: atLeastOnce")
                .replace("zookeeper:\n", "zookeeper:\n  onCoordinationLoss: continue\n");

        assertThatThrownBy(() -> ConfigurationText.load(yaml))
                .isInstanceOf(RefusedConfigurationException.class)
                .hasMessageContaining("zookeeper.onCoordinationLoss is continue");
    }

    @Test
    void everyProblemIsToldAtOnce() {
        assertThatThrownBy(() -> ConfigurationText.load("cluster: A\nshards: 0\n"))
                .isInstanceOfSatisfying(
                        RefusedConfigurationException.class,
                        e -> assertThat(e.problems()).hasSize(5));
    }
}
