package dev.latchkey.config;

import io.dropwizard.validation.selfvalidating.ViolationCollector;
import java.nio.charset.StandardCharsets;

/** The rule for configured SQL names. They are quoted wherever they are used, so any character but NUL may stand in one. */
final class SqlNames {
    /** PostgreSQL cuts longer names off without an error, and two names could then mean one object. */
    private static final int LONGEST_BYTES = 63;

    private SqlNames() {}

    static void check(String key, String name, ViolationCollector violations) {
        if (name == null || name.isEmpty()) {
            violations.addViolation(key, "is empty; give the name as it stands in the database, without quotes");
        } else if (name.indexOf('\0') >= 0 || name.getBytes(StandardCharsets.UTF_8).length > LONGEST_BYTES) {
            violations.addViolation(
                    key,
                    "is '" + name + "'; must be at most " + LONGEST_BYTES + " bytes, PostgreSQL's limit for a name");
        }
    }
}
