package dev.latchkey.config;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Loads configurations given as text, through the real factory. */
final class ConfigurationText {
    /** The least that a node must be told. */
    static final String MINIMAL = """
            cluster: orders
            zookeeper:
              connect: zk-1:2181
            database:
              url: jdbc:postgresql://db/shop
            sink:
              type: kafka
              bootstrapServers: kafka-1:9092
            """;

    private ConfigurationText() {}

    static RelayConfiguration load(String yaml) throws RefusedConfigurationException {
        try {
            return ConfigurationFile.load(
                    path -> new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)), "relay.yml");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static BridgeAloneConfiguration loadBridge(String yaml) throws RefusedConfigurationException {
        try {
            return ConfigurationFile.loadBridge(
                    path -> new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)), "bridge.yml");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@link #MINIMAL} with one line put in below its section, or at the top level where the section is empty. */
    static String with(String section, String lines) {
        if (section.isEmpty()) {
            return MINIMAL.replaceAll("(?m)^" + lines.replaceAll("(?s):.*", "") + ":.*\n", "") + lines + "\n";
        }
        String indented = "  " + lines.replace("\n", "\n  ") + "\n";
        String header = section + ":\n";
        if (!MINIMAL.contains(header)) {
            return MINIMAL + header + indented;
        }
        String key = lines.replaceAll("(?s):.*", "");
        return MINIMAL.replaceAll("(?m)^  " + key + ":.*\n", "").replace(header, header + indented);
    }
}
