package dev.latchkey.config;

import io.dropwizard.validation.selfvalidating.ViolationCollector;
import java.nio.charset.StandardCharsets;

/** The rule for names of queues. Source: AMQP 0-9-1, where a name is a short string. */
final class QueueNames {
    private static final int LONGEST_BYTES = 255;

    private QueueNames() {}

    static void check(String key, String name, ViolationCollector violations) {
        if (name == null || name.isBlank()) {
            violations.addViolation(key, "is empty; give the name of a queue");
        } else if (name.getBytes(StandardCharsets.UTF_8).length > LONGEST_BYTES) {
            violations.addViolation(
                    key, "is '" + name + "'; must be at most " + LONGEST_BYTES + " bytes, AMQP's limit for a name");
        }
    }
}
