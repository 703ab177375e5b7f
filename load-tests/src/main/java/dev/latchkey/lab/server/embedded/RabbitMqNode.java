package dev.latchkey.lab.server.embedded;

import dev.latchkey.lab.process.FreePorts;
import dev.latchkey.lab.process.OsProcess;
import dev.latchkey.lab.process.ScratchFolder;
import dev.latchkey.lab.process.Waiting;
import dev.latchkey.lab.server.RabbitMqServer;
import dev.latchkey.lab.server.ServerFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * A node of the installed RabbitMQ under a name, ports, folders and a port mapper of its own, so that it neither meets nor
 * disturbs another one on this machine.
 */
final class RabbitMqNode implements RabbitMqServer {
    private static final Duration START_LIMIT = Duration.ofSeconds(90);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(30);
    private static final String HOST = "127.0.0.1";
    private static final String USER = "lab";
    private static final String PASSWORD = "lab-password";
    private static final String MEMORY = "vm_memory_high_watermark";

    private final RabbitMqInstallation installation;
    private final int port = FreePorts.next();
    private final int mapperPort = FreePorts.next();
    private final ScratchFolder folder = ScratchFolder.create("rabbitmq");
    private final Map<String, String> environment;
    private final OsProcess mapper;
    private final OsProcess node;

    RabbitMqNode(RabbitMqInstallation installation) {
        this.installation = installation;
        this.environment = environment(FreePorts.next());
        write("rabbitmq.conf", """
            listeners.tcp.1 = %s:%d
            default_user = %s
            default_pass = %s
            %s.absolute = 1GB
            disk_free_limit.absolute = 1MB
            max_message_size = %d
            log.console = true
            log.console.level = warning
            log.file = false
            """.formatted(HOST, port, USER, PASSWORD, MEMORY, LARGEST_MESSAGE));
        write("enabled_plugins", "[].\n");
        this.mapper = process(
                "epmd", List.of(installation.portMapper(), "-port", String.valueOf(mapperPort), "-address", HOST));
        this.node = process("rabbitmq", List.of(installation.server()));
    }

    /** What the scripts of RabbitMQ and the Erlang machine read. */
    private Map<String, String> environment(int distributionPort) {
        return Map.ofEntries(
                Map.entry("HOME", folder.path().toString()),
                Map.entry("ERL_EPMD_PORT", String.valueOf(mapperPort)),
                Map.entry("RABBITMQ_NODENAME", "latchkey" + port + "@localhost"),
                Map.entry("RABBITMQ_DIST_PORT", String.valueOf(distributionPort)),
                Map.entry("RABBITMQ_CONF_ENV_FILE", "/dev/null"),
                Map.entry("RABBITMQ_CONFIG_FILE", inFolder("rabbitmq.conf")),
                Map.entry("RABBITMQ_ENABLED_PLUGINS_FILE", inFolder("enabled_plugins")),
                Map.entry("RABBITMQ_MNESIA_BASE", inFolder("mnesia")),
                Map.entry("RABBITMQ_LOG_BASE", inFolder("log")),
                Map.entry(
                        "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS",
                        "-kernel inet_dist_use_interface {127,0,0,1} +sbwt none +sbwtdcpu none +sbwtdio none"),
                // The script then becomes the broker instead of waiting for it, so that a signal meets the broker.
                Map.entry("RUNNING_UNDER_SYSTEMD", "true"));
    }

    private OsProcess process(String name, List<String> command) {
        List<String> withEnvironment = new ArrayList<>(List.of("env"));
        environment.forEach((key, value) -> withEnvironment.add(key + "=" + value));
        withEnvironment.addAll(command);
        return new OsProcess(name, withEnvironment, folder.path().resolve(name + ".output"));
    }

    private String inFolder(String name) {
        return folder.path().resolve(name).toString();
    }

    private void write(String name, String content) {
        try {
            Files.writeString(Path.of(inFolder(name)), content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void start() {
        if (node.isAlive()) {
            return;
        }
        mapper.start();
        Waiting.within(START_LIMIT, () -> !mapper.isAlive() || accepts(mapperPort));
        node.start();
        Waiting.within(START_LIMIT, () -> !node.isAlive() || accepts(port));
        if (!node.isAlive() || !accepts(port)) {
            throw new ServerFailure("RabbitMQ doesn't serve port " + port + "; its output ends:\n" + node.logTail(20));
        }
    }

    private static boolean accepts(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(HOST, port), 1000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void stop() {
        if (!node.isAlive()) {
            return;
        }
        node.terminate();
        if (!node.awaitExit(STOP_LIMIT)) {
            node.kill9();
        }
    }

    /** Its data goes, so there is nothing to end in order. */
    @Override
    public void close() {
        node.kill9();
        node.close();
        mapper.kill9();
        mapper.close();
        folder.close();
    }

    @Override
    public OptionalLong pid() {
        return node.isAlive() ? OptionalLong.of(node.pid()) : OptionalLong.empty();
    }

    @Override
    public void kill9() {
        node.kill9();
    }

    @Override
    public void pause() {
        node.pause();
    }

    @Override
    public void resume() {
        node.resume();
    }

    @Override
    public void alarm() {
        control("set_" + MEMORY, "absolute", "1");
    }

    @Override
    public void calm() {
        control("set_" + MEMORY, "absolute", "1GB");
    }

    @Override
    public void closeConnections() {
        control("close_all_connections", "on purpose");
    }

    private void control(String... arguments) {
        List<String> command = new ArrayList<>(List.of(installation.control()));
        command.addAll(List.of(arguments));
        try (OsProcess control = process("rabbitmqctl", command)) {
            control.start();
            if (!control.awaitExit(START_LIMIT) || control.exitCode().orElse(1) != 0) {
                throw new ServerFailure("rabbitmqctl " + arguments[0] + " failed:\n" + control.logTail(10));
            }
        }
    }

    @Override
    public String logTail(int lines) {
        return node.logTail(lines);
    }

    @Override
    public String host() {
        return HOST;
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public String user() {
        return USER;
    }

    @Override
    public String password() {
        return PASSWORD;
    }
}
