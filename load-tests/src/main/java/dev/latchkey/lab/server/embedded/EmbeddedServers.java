package dev.latchkey.lab.server.embedded;

import dev.latchkey.lab.server.KafkaBroker;
import dev.latchkey.lab.server.KafkaProcess;
import dev.latchkey.lab.server.KafkaSettings;
import dev.latchkey.lab.server.PostgresServer;
import dev.latchkey.lab.server.PostgresSettings;
import dev.latchkey.lab.server.RabbitMqServer;
import dev.latchkey.lab.server.Servers;
import dev.latchkey.lab.server.ZooKeeperEnsemble;
import java.util.Optional;

/**
 * Servers from Maven packages. PostgreSQL is a family of child processes, ZooKeeper runs in this JVM, Kafka either; RabbitMQ,
 * which has none, is the one that is installed.
 */
public final class EmbeddedServers implements Servers {
    @Override
    public PostgresServer postgres(PostgresSettings settings) {
        return new EmbeddedPostgresServer(settings);
    }

    @Override
    public KafkaBroker kafka(KafkaSettings settings) {
        return new JvmKafkaBroker(settings);
    }

    @Override
    public KafkaProcess kafkaProcess(KafkaSettings settings) {
        return new KafkaBrokerProcess(settings);
    }

    @Override
    public Optional<RabbitMqServer> rabbitMq() {
        return RabbitMqInstallation.find().map(RabbitMqNode::new);
    }

    @Override
    public ZooKeeperEnsemble zooKeeper(int members) {
        return new JvmZooKeeperEnsemble(members);
    }
}
