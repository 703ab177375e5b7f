package dev.latchkey.lab.cluster;

import dev.latchkey.lab.server.KafkaBroker;
import dev.latchkey.lab.server.PostgresServer;
import dev.latchkey.lab.server.ZooKeeperEnsemble;

/**
 * Where relay nodes find their servers.
 *
 * @param jdbcUrl of the database; names neither user nor password
 * @param bootstrapServers host and port of brokers, separated by commas
 * @param zooKeeper host and port of the ensemble's members, separated by commas
 */
public record ServerAddresses(String jdbcUrl, String user, String password, String bootstrapServers, String zooKeeper) {

    public static ServerAddresses of(
            PostgresServer postgres, String database, KafkaBroker kafka, ZooKeeperEnsemble zooKeeper) {
        return new ServerAddresses(
                postgres.jdbcUrl(database),
                postgres.user(),
                postgres.password(),
                kafka.bootstrapServers(),
                zooKeeper.connectString());
    }

    /** Without the password. */
    @Override
    public String toString() {
        return "%s as %s, %s, %s".formatted(jdbcUrl, user, bootstrapServers, zooKeeper);
    }
}
