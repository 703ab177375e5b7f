package dev.latchkey.lab.server;

import dev.latchkey.lab.server.embedded.EmbeddedServers;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;

/** Makes servers. Each is returned stopped, so that a caller can start several side by side. */
public interface Servers {
    /** What to tell a person, or a report of skipped tests. */
    String RABBITMQ_MISSING =
            "RabbitMQ isn't installed: there is no rabbitmq-server on the PATH (Debian's package: rabbitmq-server)";

    PostgresServer postgres(PostgresSettings settings);

    /** A broker that shares a process with nobody who cares: the cheapest one, for tests that don't kill it. */
    KafkaBroker kafka(KafkaSettings settings);

    /** A broker as a process of its own, for tests that kill or pause it. */
    KafkaProcess kafkaProcess(KafkaSettings settings);

    /** @param members 1 or an odd number above */
    ZooKeeperEnsemble zooKeeper(int members);

    /** Empty where RabbitMQ can't be had: see {@link #RABBITMQ_MISSING}. */
    Optional<RabbitMqServer> rabbitMq();

    /** Servers from Maven packages: no container engine, nothing installed. */
    static Servers embedded() {
        return new EmbeddedServers();
    }

    /** Runs the starts side by side and returns when all have ended; throws what the first failed one threw. */
    static void startTogether(Runnable... starts) {
        try {
            CompletableFuture.allOf(
                            Stream.of(starts).map(CompletableFuture::runAsync).toArray(CompletableFuture[]::new))
                    .join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : e;
        }
    }
}
