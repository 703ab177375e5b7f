package dev.latchkey.lab.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** A folder under the system's temporary one that goes with {@link #close()}, or with the JVM at the latest. */
public final class ScratchFolder implements AutoCloseable {
    private static final int DELETE_ATTEMPTS = 5;

    private final Path path;
    private final JvmEnd.Registration registration;

    private ScratchFolder(Path path) {
        this.path = path;
        this.registration = JvmEnd.register(this::delete);
    }

    /** Creates {@code latchkey-<purpose>-<random>}, readable by this user only. */
    public static ScratchFolder create(String purpose) {
        try {
            return new ScratchFolder(Files.createTempDirectory("latchkey-" + purpose + "-"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Path path() {
        return path;
    }

    /** Removes the content and keeps the folder. */
    public void clear() {
        delete();
        try {
            Files.createDirectories(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        registration.close();
        delete();
    }

    /** A server that has just been told to stop may write a last file while its folder is walked: try again then. */
    private void delete() {
        IOException last = null;
        for (int attempt = 0; attempt < DELETE_ATTEMPTS; attempt++) {
            try {
                deleteOnce();
                return;
            } catch (IOException e) {
                last = e;
            }
        }
        throw new UncheckedIOException(last);
    }

    private void deleteOnce() throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        Files.walkFileTree(path, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                if (e instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw e;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, IOException e) throws IOException {
                Files.deleteIfExists(folder);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
