package dev.latchkey.lab.demo;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the relay beside the lab, as a build of the whole project leaves them. */
public final class RelayJar {
    private static final Path BUILT = Path.of("relay-node", "target", "latchkey-relay.jar");

    private RelayJar() {}

    /** The jar in the relay module's build folder, seen from the lab's own jar or from the working folder. */
    public static Optional<Path> find() {
        return Stream.concat(besideLab().stream(), Stream.of(Path.of("")))
                .map(root -> root.resolve(BUILT))
                .filter(Files::isRegularFile)
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
}
