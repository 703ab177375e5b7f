package dev.latchkey.lab.peer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/** Settings as the properties files that a peer's process reads. */
final class PeerFiles {
    private PeerFiles() {}

    /** For a person. */
    static String line(Map<String, String> settings) {
        return settings.entrySet().stream().map(Map.Entry::toString).collect(Collectors.joining(", "));
    }

    static Path write(Path file, Map<String, String> settings) {
        Properties properties = new Properties();
        properties.putAll(settings);
        try (Writer writer = Files.newBufferedWriter(file)) {
            properties.store(writer, null);
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
