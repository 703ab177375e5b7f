package dev.latchkey.config;

import io.dropwizard.util.Duration;
import io.dropwizard.validation.selfvalidating.ViolationCollector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;

/** The rules of {@code database} that an annotation can't say. */
final class DatabaseRules {
    private static final String PREFIX = "jdbc:postgresql:";
    private static final Pattern PASSWORD_IN_URL = Pattern.compile("[?&](ssl)?password=|//[^/?]*@");

    /** Driver parameters with a key of their own here, which would win silently. */
    private static final Map<String, String> OWN_KEYS = Map.of(
            "user", "user",
            "password", "password or passwordFile",
            "connectTimeout", "connectionTimeout",
            "loginTimeout", "connectionTimeout",
            "socketTimeout", "socketTimeout");

    private DatabaseRules() {}

    static void url(String url, ViolationCollector violations) {
        if (url == null || url.isBlank()) {
            violations.addViolation("url", "is missing; give it as jdbc:postgresql://host:5432/database");
        } else if (PASSWORD_IN_URL.matcher(url).find()) {
            violations.addViolation(
                    "url", "holds a password, and URLs are logged; move it to password or passwordFile");
        } else if (!url.startsWith(PREFIX)) {
            violations.addViolation(
                    "url",
                    "is '" + url + "'; must start with " + PREFIX + ", as in jdbc:postgresql://host:5432/database");
        }
    }

    static void password(Secret password, Path file, ViolationCollector violations) {
        if (password != null && file != null) {
            violations.addViolation("passwordFile", "is '" + file + "', but password is set as well; keep one of them");
        } else if (file != null && !Files.isReadable(file)) {
            violations.addViolation("passwordFile", "is '" + file + "', which can't be read; mount it, or correct it");
        }
    }

    static void timeouts(Duration statement, Duration socket, ViolationCollector violations) {
        if (statement != null && socket != null && socket.toMilliseconds() <= statement.toMilliseconds()) {
            violations.addViolation(
                    "socketTimeout",
                    "is " + socket + "; must exceed statementTimeout (" + statement
                            + "), or the connection is dropped before the server ends the statement; raise it");
        }
    }

    static void properties(Map<String, String> properties, ViolationCollector violations) {
        if (properties == null) {
            return;
        }
        properties.forEach((name, value) -> {
            if (OWN_KEYS.containsKey(name)) {
                violations.addViolation(
                        "properties", name, "is not taken here; use database." + OWN_KEYS.get(name) + " instead");
            } else if (value == null) {
                violations.addViolation("properties", name, "has no value; give one, or remove it");
            } else if (name.equals("readOnly") && Boolean.parseBoolean(value)) {
                violations.addViolation("properties", name, "is true, but the relay settles rows; remove it");
            }
        });
    }
}
