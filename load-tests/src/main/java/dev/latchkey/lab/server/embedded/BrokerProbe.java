package dev.latchkey.lab.server.embedded;

import dev.latchkey.lab.server.ServerFailure;
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
    private static final Duration ROUND = Duration.ofMillis(500);

    private BrokerProbe() {}

    /** Returns once the broker is a registered node of its cluster; gives up when {@code alive} turns false. */
    static void awaitServing(String bootstrapServers, Duration limit, BooleanSupplier alive) {
        long deadline = System.nanoTime() + limit.toNanos();
        try (Admin admin = Admin.create(Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers,
                AdminClientConfig.RECONNECT_BACKOFF_MS_CONFIG, 20,
                AdminClientConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 100,
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, 2_000,
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 2_000))) {
            while (!serves(admin)) {
                if (!alive.getAsBoolean()) {
                    throw new ServerFailure("the broker's process ended while it started");
                }
                if (System.nanoTime() > deadline) {
                    throw new ServerFailure("the broker at " + bootstrapServers + " did not serve within " + limit);
                }
            }
        }
    }

    private static boolean serves(Admin admin) {
        try {
            return !admin.describeCluster()
                    .nodes()
                    .get(ROUND.toMillis() * 5, TimeUnit.MILLISECONDS)
                    .isEmpty();
        } catch (ExecutionException | TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServerFailure("interrupted while the broker started", e);
        }
    }
}
