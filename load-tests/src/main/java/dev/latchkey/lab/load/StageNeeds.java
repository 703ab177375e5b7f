package dev.latchkey.lab.load;

import dev.latchkey.lab.cluster.NodeConfig;
import dev.latchkey.lab.server.PostgresSettings;
import java.util.function.Consumer;

/**
 * What a scenario wants of a stage that starts its own servers and nodes.
 *
 * @param sink not on given servers
 * @param zooKeepers servers of the ensemble: 1, or 3 where some of them shall go away
 * @param faults whether nodes, and their ways to the servers, shall be hit; not on given servers
 * @param changes to every node's configuration; made on given servers too
 */
record StageNeeds(Sink sink, PostgresSettings database, int zooKeepers, Faulty faults, Consumer<NodeConfig> changes) {
    /** What may be broken between a node and the world. */
    enum Faulty {
        NOTHING,
        LINKS,
        LINKS_AND_CLOCKS
    }

    private static final int ZOOKEEPERS_UNDER_FAULTS = 3;

    static StageNeeds plain() {
        return new StageNeeds(Sink.kafka, PostgresSettings.defaults(), 1, Faulty.NOTHING, config -> {});
    }

    StageNeeds sink(Sink other) {
        return new StageNeeds(other, database, zooKeepers, faults, changes);
    }

    StageNeeds zooKeepers(int servers) {
        return new StageNeeds(sink, database, servers, faults, changes);
    }

    StageNeeds database(PostgresSettings settings) {
        return new StageNeeds(sink, settings, zooKeepers, faults, changes);
    }

    /** The database keeps account of its time. */
    StageNeeds statementTimes() {
        return database(database.with("shared_preload_libraries", "pg_stat_statements"));
    }

    StageNeeds configure(Consumer<NodeConfig> change) {
        return new StageNeeds(sink, database, zooKeepers, faults, changes.andThen(change));
    }

    /**
     * Three ZooKeeper servers, a way to each server for each node alone, and limits that a fault of some seconds exceeds.
     */
    StageNeeds faults(Faulty what) {
        return new StageNeeds(sink, database, ZOOKEEPERS_UNDER_FAULTS, what, changes)
                .configure(StageNeeds::shortLimits);
    }

    private static void shortLimits(NodeConfig config) {
        config.set("/zookeeper/sessionTimeout", "4s")
                .set("/zookeeper/connectionTimeout", "2s")
                .set("/database/connectionTimeout", "4s")
                .set("/database/statementTimeout", "5s")
                .set("/database/socketTimeout", "8s");
    }
}
