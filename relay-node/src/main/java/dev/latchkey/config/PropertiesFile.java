package dev.latchkey.config;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;

/** A mounted file in Java's properties format, as Kafka's own tools take it. */
final class PropertiesFile {
    private PropertiesFile() {}

    static Map<String, String> read(Path file) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "can't read the properties in " + file + "; mount it, or correct the path", e);
        }
        Map<String, String> read = new LinkedHashMap<>();
        properties.stringPropertyNames().forEach(name -> read.put(name, properties.getProperty(name)));
        return read;
    }
}
