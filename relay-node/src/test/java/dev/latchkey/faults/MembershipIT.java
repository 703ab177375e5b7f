package dev.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.lab.cluster.NodeProcess;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nodes that leave in order and come back: balance, exit status 0, and a clean history. */
@Timeout(180)
class MembershipIT {
    @Test
    void nodesComeAndGoWithoutATrace() throws Exception {
        try (LoadedCluster cluster = LoadedCluster.start(3)) {
            NodeProcess first = cluster.node(0);
            NodeProcess second = cluster.node(1);
            NodeProcess third = cluster.node(2);
            cluster.awaitBalanced(first, second, third);

            third.terminate();
            assertThat(third.awaitExit(Duration.ofSeconds(20)))
                    .as("exits by itself")
                    .isTrue();
            assertThat(third.exitCode()).hasValue(0);
            cluster.awaitBalanced(first, second);
            cluster.awaitDelivered(300);

            third.start();
            third.awaitReady(Duration.ofSeconds(60));
            cluster.awaitBalanced(first, second, third);
            cluster.assertCleanHistory();
        }
    }
}
