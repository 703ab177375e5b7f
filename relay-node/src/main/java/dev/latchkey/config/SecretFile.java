package dev.latchkey.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A secret mounted as a file. A line break at its end is not part of it: editors and {@code echo} add one. */
final class SecretFile {
    private SecretFile() {}

    static Secret read(Path file) {
        try {
            return new Secret(Files.readString(file).replaceFirst("\\R\\z", ""));
        } catch (IOException e) {
            throw new UncheckedIOException("can't read the secret in " + file + "; mount it, or correct the path", e);
        }
    }
}
