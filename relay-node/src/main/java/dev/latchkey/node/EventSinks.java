package dev.latchkey.node;

import dev.latchkey.config.Delivery;
import dev.latchkey.config.KafkaSinkConfiguration;
import dev.latchkey.config.RabbitMqSinkConfiguration;
import dev.latchkey.config.RelayConfiguration;
import dev.latchkey.failure.RetryableFailure;
import dev.latchkey.outbox.postgres.SchemaProblem;
import dev.latchkey.publish.EventPublishers;
import dev.latchkey.publish.kafka.KafkaPublishers;
import dev.latchkey.publish.kafka.KafkaSettings;
import dev.latchkey.publish.rabbitmq.RabbitPublishers;
import dev.latchkey.publish.rabbitmq.RabbitSettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the configured sink. */
final class EventSinks {
    private static final Logger log = LoggerFactory.getLogger(EventSinks.class);

    private EventSinks() {}

    /**
     * @param payloadType of the payload column, as PostgreSQL names it
     * @param certain whether the node is certain that it owns what it owns
     * @throws NodeRefusedException when the broker lacks what events are sent to
     */
    static EventPublishers open(RelayConfiguration configuration, String payloadType, BooleanSupplier certain)
            throws NodeRefusedException {
        if (configuration.sink() instanceof RabbitMqSinkConfiguration rabbitMq) {
            RabbitPublishers publishers =
                    new RabbitPublishers(settings(configuration.cluster(), rabbitMq, payloadType), certain);
            check(publishers);
            return publishers;
        }
        return new KafkaPublishers(settings(configuration.cluster(), (KafkaSinkConfiguration) configuration.sink()));
    }

    private static RabbitSettings settings(String cluster, RabbitMqSinkConfiguration sink, String payloadType) {
        return new RabbitSettings(
                cluster, BrokerAccesses.of(sink), sink.destination(), sink.declare(), contentType(payloadType));
    }

    private static String contentType(String payloadType) {
        return switch (payloadType) {
            case "json", "jsonb" -> "application/json";
            case "bytea" -> "application/octet-stream";
            default -> "text/plain; charset=utf-8";
        };
    }

    /** A broker that is away is no reason to refuse: it comes back, and the lanes wait for it. */
    private static void check(RabbitPublishers publishers) throws NodeRefusedException {
        try {
            Optional<String> missing = publishers.missing();
            if (missing.isPresent()) {
                publishers.close();
                throw new NodeRefusedException(List.of(new SchemaProblem(
                        missing.get(), "-- create it, correct the name in sink, or set sink.declare: true")));
            }
        } catch (RetryableFailure e) {
            log.warn("whether RabbitMQ has what events are sent to is not known yet: {}", e.getMessage());
        }
    }

    private static KafkaSettings settings(String cluster, KafkaSinkConfiguration sink) {
        Map<String, String> client = sink.clientProperties().entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> String.valueOf(entry.getValue())));
        return new KafkaSettings(
                cluster,
                sink.topicPrefix(),
                sink.delivery() == Delivery.EXACTLY_ONCE,
                sink.progressTopic().partitions(),
                sink.progressTopic().replicationFactor(),
                client);
    }
}
