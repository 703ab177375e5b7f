package dev.latchkey.config;

import io.dropwizard.validation.selfvalidating.ViolationCollector;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

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

    /** Each name must be one that PostgreSQL keeps whole, and no two keys may mean the same column. */
    static void checkColumns(Map<String, String> nameByKey, ViolationCollector violations) {
        Map<String, String> keyByName = new HashMap<>();
        nameByKey.forEach((key, name) -> {
            check(key, name, violations);
            String other = keyByName.putIfAbsent(String.valueOf(name), key);
            if (other != null) {
                violations.addViolation(
                        key, "is '" + name + "', and so is " + other + "; each key must name a column of its own");
            }
        });
    }
}
