package dev.latchkey.lab.server;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How a broker is configured.
 *
 * @param partitions of a topic that is created without saying how many
 * @param autoCreateTopics whether a topic comes into being when it is first named
 * @param properties anything else of the broker's configuration; wins over the fixture's own
 */
public record KafkaSettings(int partitions, boolean autoCreateTopics, Map<String, String> properties) {
    public KafkaSettings {
        properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    }

    /** Four partitions, topics created when named. */
    public static KafkaSettings defaults() {
        return new KafkaSettings(4, true, Map.of());
    }

    public KafkaSettings with(String name, String value) {
        Map<String, String> changed = new LinkedHashMap<>(properties);
        changed.put(name, value);
        return new KafkaSettings(partitions, autoCreateTopics, changed);
    }
}
