package dev.latchkey.faults;

import dev.latchkey.lab.cluster.NodeProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** All of ZooKeeper away, back with its memory, away again and back empty. */
@Timeout(240)
class EnsembleLossIT {
    @Test
    void ownersGoOnUnderTheirFenceAndOwnershipSettlesAfterwards() throws Exception {
        try (LoadedCluster cluster = LoadedCluster.start(2)) {
            NodeProcess first = cluster.node(0);
            NodeProcess second = cluster.node(1);
            cluster.awaitBalanced(first, second);

            cluster.zooKeeper().stop();
            // At 300 events/s this takes longer than the session lasts.
            cluster.awaitDelivered(3000);
            cluster.zooKeeper().start();
            cluster.awaitDelivered(600);
            cluster.awaitBalanced(first, second);

            cluster.zooKeeper().wipe();
            cluster.awaitDelivered(600);
            cluster.zooKeeper().start();
            cluster.awaitDelivered(600);
            cluster.awaitBalanced(first, second);

            cluster.zooKeeper().stopMember(0);
            cluster.awaitDelivered(300);
            cluster.assertCleanHistory();
        }
    }
}
