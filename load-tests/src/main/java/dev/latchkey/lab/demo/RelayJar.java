package dev.latchkey.lab.demo;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the relay beside the lab, as a build of the whole project leaves them. */
final class RelayJar {
    private RelayJar() {}

    /** The jar in the relay module's build folder, seen from the folder of the lab's jar or from the working folder. */
    static Optional<Path> find() {
        return Stream.concat(besideLab().stream(), Stream.of(Path.of("")))
                .map(root -> root.resolve("relay-node").resolve("target"))
                .flatMap(target -> in(target).stream())
                .findFirst();
    }

    /** The lab's jar lies in {@code <root>/load-tests/target}. */
    private static Optional<Path> besideLab() {
        try {
            Path jar = Path.of(RelayJar.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            return Optional.ofNullable(jar.getParent()).map(Path::getParent).map(Path::getParent);
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    static Optional<Path> in(Path target) {
        if (!Files.isDirectory(target)) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.list(target)) {
            return files.filter(file -> isRelay(file.getFileName().toString()))
                    .sorted()
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static boolean isRelay(String name) {
        return name.startsWith("latchkey")
                && name.endsWith(".jar")
                && !name.endsWith("-sources.jar")
                && !name.endsWith("-tests.jar");
    }
}
