package dev.latchkey.config;

import io.dropwizard.validation.selfvalidating.ViolationCollector;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** The Kafka properties that would break the promise of order or of exactly once, each with the reason. */
final class KafkaPropertyRules {
    /** Which values are refused, and why. None of these properties holds a secret, so the value may be told. */
    private record Rule(Predicate<String> refuses, String reason) {}

    private static final Set<String> KEYLESS_PARTITIONERS = Set.of(
            "org.apache.kafka.clients.producer.RoundRobinPartitioner",
            "org.apache.kafka.clients.producer.UniformStickyPartitioner");

    private static final Map<String, Rule> RULES = Map.ofEntries(
            never("bootstrap.servers", "is set by sink.bootstrapServers; use that key"),
            never("transactional.id", "is the lane's fence, and each lane takes one of its own; remove it"),
            never("key.serializer", "is the relay's: keys are published as the column's text; remove it"),
            never("value.serializer", "is the relay's: payloads are published byte for byte; remove it"),
            never("key.deserializer", "is the relay's: it reads its own progress records; remove it"),
            never("value.deserializer", "is the relay's: it reads its own progress records; remove it"),
            never("group.id", "is not used: recovery reads the progress topic without a group; remove it"),
            never("isolation.level", "is read_committed in recovery, or aborted events would pass for sent; remove it"),
            never("auto.offset.reset", "is the relay's: recovery reads from the recorded offset; remove it"),
            never("enable.auto.commit", "is the relay's: its progress is kept in the database; remove it"),
            refused(
                    "enable.idempotence",
                    v -> !v.equals("true"),
                    "must be true: retries would repeat and reorder events"),
            refused("acks", v -> !v.equals("all") && !v.equals("-1"), "must be all: a row is settled on this ack"),
            refused("retries", v -> !atLeast(v, 1), "must be 1 or more: a passing error would fail the batch"),
            refused(
                    "max.in.flight.requests.per.connection",
                    v -> !atLeast(v, 1) || atLeast(v, 6),
                    "must be 1 to 5: Kafka keeps the order of a retry only up to 5"),
            refused(
                    "partitioner.ignore.keys",
                    v -> !v.equals("false"),
                    "must be false: a key's events would spread over partitions and lose their order"),
            refused(
                    "partitioner.class",
                    v -> KEYLESS_PARTITIONERS.contains(v),
                    "must partition by key: a key's events would spread over partitions and lose their order"),
            refused(
                    "transaction.two.phase.commit.enable",
                    v -> !v.equals("false"),
                    "must be false: the transaction of a dead lane would never time out and would hold consumers back"));

    private KafkaPropertyRules() {}

    static void check(String key, Map<String, String> properties, ViolationCollector violations) {
        properties.forEach((name, value) -> {
            Rule rule = RULES.get(name);
            if (value == null) {
                violations.addViolation(key, name, "has no value; give one, or remove it");
            } else if (rule != null && rule.refuses().test(value.strip())) {
                violations.addViolation(key, name, "is '" + value + "'; " + rule.reason());
            }
        });
    }

    private static Map.Entry<String, Rule> never(String name, String reason) {
        return refused(name, value -> true, reason);
    }

    private static Map.Entry<String, Rule> refused(String name, Predicate<String> refuses, String reason) {
        return Map.entry(name, new Rule(refuses, reason));
    }

    private static boolean atLeast(String value, int least) {
        try {
            return Integer.parseInt(value) >= least;
        } catch (NumberFormatException e) {
            return false;
        }
    }
}
