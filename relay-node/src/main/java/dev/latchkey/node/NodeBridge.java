package dev.latchkey.node;

import dev.latchkey.bridge.BridgeStatus;
import dev.latchkey.config.BridgeConfiguration;
import dev.latchkey.config.DatabaseConfiguration;
import dev.latchkey.coordination.Coordinator;
import dev.latchkey.coordination.SeatListener;
import dev.latchkey.failure.RelayFailure;
import dev.latchkey.health.BridgeChecks;
import io.dropwizard.core.setup.Environment;
import java.io.IOException;
import java.sql.SQLException;

/** The bridge in a node of a cluster: it works while the node has the seat, of which there is one. */
final class NodeBridge implements AutoCloseable {
    private static final String SEAT = "bridge";

    private final BridgeService service;

    private NodeBridge(BridgeService service) {
        this.service = service;
    }

    /** Builds it and queues for the seat once the coordinator starts. */
    static NodeBridge build(
            BridgeConfiguration configuration,
            DatabaseConfiguration database,
            Environment environment,
            Coordinator coordinator,
            Runnable failed)
            throws SQLException, RelayFailure, NodeRefusedException, IOException {
        SeatFlag seat = new SeatFlag();
        BridgeService service = BridgeService.build(
                configuration,
                database,
                new BridgeService.Surroundings(
                        environment.metrics(), () -> seat.ours && coordinator.isCertain(), failed));
        seat.service = service;
        coordinator.contend(SEAT, seat);
        BridgeChecks.register(environment.healthChecks(), service.bridge().status());
        return new NodeBridge(service);
    }

    BridgeStatus status() {
        return service.bridge().status();
    }

    void start() {
        service.start();
    }

    void stop() throws InterruptedException {
        service.stop();
    }

    @Override
    public void close() {
        service.close();
    }

    /** Whether we have the seat, for the publisher, which asks before each message. */
    private static final class SeatFlag implements SeatListener {
        private volatile boolean ours;
        private volatile BridgeService service;

        @Override
        public void taken() {
            ours = true;
            service.bridge().activate();
        }

        @Override
        public void lost(String reason) {
            ours = false;
            service.bridge().deactivate();
        }
    }
}
