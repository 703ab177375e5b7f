package dev.latchkey.node;

import dev.latchkey.bridge.BridgeSettings;
import dev.latchkey.bridge.Channel;
import dev.latchkey.bridge.RetryPolicy;
import dev.latchkey.bridge.postgres.Limits;
import dev.latchkey.bridge.postgres.ListenSettings;
import dev.latchkey.bridge.rabbitmq.RabbitQueues;
import dev.latchkey.config.BridgeConfiguration;
import dev.latchkey.config.CleanupMode;
import dev.latchkey.config.DatabaseConfiguration;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/** The configuration of the bridge in the words of its parts. */
final class BridgeParts {
    private static final long CLAIM_BYTES = 8L << 20;

    private BridgeParts() {}

    static RabbitQueues queues(BridgeConfiguration configuration, BooleanSupplier trusted) {
        Set<String> names = new TreeSet<>();
        configuration.channels().values().forEach(channel -> names.add(channel.queue()));
        configuration.deadLetterQueue().ifPresent(names::add);
        return new RabbitQueues(BrokerAccesses.of(configuration.rabbitmq()), names, configuration.declare(), trusted);
    }

    static ListenSettings listen(BridgeConfiguration configuration, DatabaseConfiguration database, Duration limit) {
        return new ListenSettings(
                database.url(),
                database::driverProperties,
                List.copyOf(configuration.channels().keySet()),
                limit);
    }

    static List<String> rowChannels(BridgeConfiguration configuration) {
        return configuration.channels().entrySet().stream()
                .filter(entry -> !entry.getValue().transientOnly())
                .map(Map.Entry::getKey)
                .toList();
    }

    static Limits limits(BridgeConfiguration configuration) {
        return new Limits(
                configuration.batch(),
                CLAIM_BYTES,
                configuration.cleanup().retention().toJavaDuration(),
                configuration.cleanup().batch(),
                configuration.cleanup().mode() == CleanupMode.ALL);
    }

    static BridgeSettings settings(BridgeConfiguration configuration) {
        List<Channel> channels = configuration.channels().entrySet().stream()
                .map(entry -> new Channel(
                        entry.getKey(),
                        entry.getValue().queue(),
                        entry.getValue().transientOnly()))
                .toList();
        return new BridgeSettings(
                channels,
                new RetryPolicy(
                        configuration.reconnect().first().toJavaDuration(),
                        configuration.reconnect().max().toJavaDuration(),
                        configuration.reconnect().attempts()),
                configuration.probeInterval().toJavaDuration(),
                configuration.sweepInterval().toJavaDuration(),
                configuration.stuckAge().toJavaDuration(),
                configuration.cleanup().interval().toJavaDuration(),
                configuration.transientBuffer(),
                configuration.deadLetterQueue().orElse(null));
    }
}
