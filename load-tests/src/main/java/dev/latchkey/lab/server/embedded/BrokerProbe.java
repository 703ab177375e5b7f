package dev.latchkey.lab.server.embedded;

import dev.latchkey.lab.process.Waiting;
import dev.latchkey.lab.server.ServerFailure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;

/** Asks a broker whether it serves clients. */
final class BrokerProbe {
    private static final long ANSWER_LIMIT_SECONDS = 3;

    private BrokerProbe() {}

    /**
     * Returns once the broker is a registered node of its cluster; gives up when {@code alive} turns false. Waits for
     * the port before it makes a client, because a client complains of every refused connection.
     */
    static void awaitServing(int port, Duration limit, BooleanSupplier alive) {
        Waiting.until("the broker at port " + port + " serves", limit, () -> listens(port) || isDead(alive));
        try (Admin admin = Admin.create(Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, "127.0.0.1:" + port,
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, 2_000,
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 2_000))) {
            Waiting.until("the broker at port " + port + " serves", limit, () -> serves(admin) || isDead(alive));
        }
    }

    private static boolean isDead(BooleanSupplier alive) {
        if (!alive.getAsBoolean()) {
            throw new ServerFailure("the broker's process ended while it started");
        }
        return false;
    }

    private static boolean listens(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean serves(Admin admin) {
        try {
            return !admin.describeCluster()
                    .nodes()
                    .get(ANSWER_LIMIT_SECONDS, TimeUnit.SECONDS)
                    .isEmpty();
        } catch (ExecutionException | TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServerFailure("interrupted while the broker started", e);
        }
    }
}
