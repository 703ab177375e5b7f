package dev.latchkey.lab.server;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How a PostgreSQL server is started.
 *
 * @param version the major version
 * @param parameters start parameters, as in {@code postgres -c name=value}
 */
public record PostgresSettings(Version version, Map<String, String> parameters) {
    /** The versions at hand. */
    public enum Version {
        V15,
        V18
    }

    public PostgresSettings {
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    }

    /**
     * Version 15, with commit timestamps and with the durability of a server out of the box: a lab that acknowledges
     * what a crash can lose proves nothing about crashes.
     */
    public static PostgresSettings defaults() {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("track_commit_timestamp", "on");
        parameters.put("fsync", "on");
        parameters.put("synchronous_commit", "on");
        parameters.put("max_connections", "200");
        return new PostgresSettings(Version.V15, parameters);
    }

    public PostgresSettings on(Version other) {
        return new PostgresSettings(other, parameters);
    }

    public PostgresSettings with(String name, String value) {
        Map<String, String> changed = new LinkedHashMap<>(parameters);
        changed.put(name, value);
        return new PostgresSettings(version, changed);
    }
}
