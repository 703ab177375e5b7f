package dev.latchkey.faults;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The database crashes and the broker is killed and paused, under load: the relay backs off and resumes by itself. */
@Timeout(240)
class ServerLossIT {
    @Test
    void theRelayResumesByItself() throws Exception {
        try (LoadedCluster cluster = LoadedCluster.start(2)) {
            cluster.postgres().crash();
            cluster.postgres().start();
            cluster.awaitDelivered(600);

            cluster.kafka().kill9();
            cluster.awaitCommitted(600);
            cluster.kafka().start();
            cluster.awaitDelivered(900);

            cluster.kafka().pause();
            cluster.awaitCommitted(600);
            cluster.kafka().resume();
            cluster.awaitDelivered(900);
            cluster.assertCleanHistory();
        }
    }
}
