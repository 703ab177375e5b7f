package dev.latchkey.lab.load;

import dev.latchkey.lab.cluster.NodeConfig;
import dev.latchkey.lab.server.PostgresSettings;
import java.util.function.Consumer;

/**
 * What a scenario wants of a stage that starts its own servers and nodes.
 *
 * @param zooKeepers servers of the ensemble: 1, or 3 where some of them shall go away
 * @param changes to every node's configuration; made on given servers too
 */
record StageNeeds(PostgresSettings database, int zooKeepers, Consumer<NodeConfig> changes) {
    static StageNeeds plain() {
        return new StageNeeds(PostgresSettings.defaults(), 1, config -> {});
    }

    StageNeeds zooKeepers(int servers) {
        return new StageNeeds(database, servers, changes);
    }

    StageNeeds database(PostgresSettings settings) {
        return new StageNeeds(settings, zooKeepers, changes);
    }

    StageNeeds configure(Consumer<NodeConfig> change) {
        return new StageNeeds(database, zooKeepers, changes.andThen(change));
    }
}
