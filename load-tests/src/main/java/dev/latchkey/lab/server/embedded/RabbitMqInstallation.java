package dev.latchkey.lab.server.embedded;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Programs of an installed RabbitMQ.
 *
 * @param server starts a node
 * @param control talks to one
 * @param portMapper Erlang's
 */
record RabbitMqInstallation(String server, String control, String portMapper) {
    /** Debian's scripts on the PATH change to another user, who may not read our folders: these are what they call. */
    private static final String DEBIAN = "/usr/lib/rabbitmq/bin";

    static Optional<RabbitMqInstallation> find() {
        Optional<Path> server = program("rabbitmq-server");
        Optional<Path> control = program("rabbitmqctl");
        Optional<Path> portMapper = program("epmd");
        return server.isPresent() && control.isPresent() && portMapper.isPresent()
                ? Optional.of(new RabbitMqInstallation(
                        server.get().toString(),
                        control.get().toString(),
                        portMapper.get().toString()))
                : Optional.empty();
    }

    private static Optional<Path> program(String name) {
        String path = System.getenv().getOrDefault("PATH", "");
        return Stream.concat(Stream.of(DEBIAN), Stream.of(path.split(File.pathSeparator)))
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
