package dev.latchkey.faults;

import static org.awaitility.Awaitility.await;

import dev.latchkey.lab.cluster.NodeProcess;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** SIGSTOP of an owner past its session timeout, then SIGCONT: its late publish and its late settle have no effect. */
@Timeout(180)
class PausedOwnerIT {
    @Test
    void aPausedOwnerDoesNoHarmWhenItWakesUp() throws Exception {
        try (LoadedCluster cluster = LoadedCluster.start(2)) {
            NodeProcess paused = cluster.node(0);
            NodeProcess other = cluster.node(1);
            for (int round = 0; round < 2; round++) {
                cluster.awaitBalanced(other, paused);
                paused.pause();
                await().atMost(Duration.ofSeconds(60))
                        .until(() -> cluster.owners(other).equals(Map.of(other.id(), LoadedCluster.SHARDS)));
                cluster.awaitDelivered(300);
                paused.resume();
                cluster.awaitDelivered(500);
            }
            cluster.awaitBalanced(other, paused);
            cluster.assertCleanHistory();
        }
    }
}
