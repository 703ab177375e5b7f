package dev.latchkey.faults;

import dev.latchkey.lab.cluster.NodeProcess;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** kill -9 of owners under load, from a backlog on. */
@Timeout(180)
class OwnerCrashIT {
    @Test
    void keyOrderAndExactlyOnceSurviveOwnerCrashes() throws Exception {
        try (LoadedCluster cluster = LoadedCluster.start(3)) {
            for (int victim : new int[] {0, 1, 2}) {
                NodeProcess node = cluster.node(victim);
                node.kill9();
                cluster.awaitDelivered(800);
                node.start();
                node.awaitReady(Duration.ofSeconds(60));
            }
            cluster.awaitBalanced(cluster.node(0), cluster.node(1), cluster.node(2));
            cluster.assertCleanHistory();
        }
    }
}
