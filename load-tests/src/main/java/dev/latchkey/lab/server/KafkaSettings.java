package dev.latchkey.lab.server;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How a broker is configured.
 *
 * @param partitions of a topic that is created without saying how many
 * @param autoCreateTopics whether a topic comes into being when it is first named
 * @param doors further ports to listen on
 * @param properties anything else of the broker's configuration; wins over the fixture's own
 */
public record KafkaSettings(
        int partitions, boolean autoCreateTopics, List<Door> doors, Map<String, String> properties) {

    /** Who comes in by {@code port} is told to come to {@code advertisedPort}: the near end of a link that leads to it. */
    public record Door(int port, int advertisedPort) {}

    public KafkaSettings {
        doors = List.copyOf(doors);
        properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    }

    /** Four partitions, topics created when named. */
    public static KafkaSettings defaults() {
        return new KafkaSettings(4, true, List.of(), Map.of());
    }

    public KafkaSettings with(String name, String value) {
        Map<String, String> changed = new LinkedHashMap<>(properties);
        changed.put(name, value);
        return new KafkaSettings(partitions, autoCreateTopics, doors, changed);
    }

    public KafkaSettings with(List<Door> further) {
        return new KafkaSettings(partitions, autoCreateTopics, further, properties);
    }
}
