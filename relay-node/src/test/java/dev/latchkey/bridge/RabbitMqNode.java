package dev.latchkey.bridge;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import dev.latchkey.lab.process.FreePorts;
import dev.latchkey.lab.process.JvmEnd;
import dev.latchkey.lab.process.ScratchFolder;
import dev.latchkey.lab.process.Undertaker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.awaitility.Awaitility;

/** A RabbitMQ of our own under its own name, ports and folders; skips the test where none is installed. */
public final class RabbitMqNode implements AutoCloseable {
    private static final Path BIN = Path.of("/usr/lib/rabbitmq/bin");
    private static final long COMMAND_SECONDS = 60;

    private final ScratchFolder folder = ScratchFolder.create("rabbitmq");
    private final int port = FreePorts.next();
    private final int distributionPort = FreePorts.next();
    private final int epmdPort = FreePorts.next();
    private final JvmEnd.Registration registration = JvmEnd.register(this::endNow);
    private Process server;

    /** @param settings lines of rabbitmq.conf */
    public RabbitMqNode(String... settings) {
        assumeTrue(Files.isExecutable(BIN.resolve("rabbitmq-server")), "RabbitMQ is not installed in " + BIN);
        List<String> lines = new ArrayList<>(List.of(settings));
        lines.add("loopback_users = none");
        write("rabbitmq.conf", String.join("\n", lines) + "\n");
        write("plugins", "[].\n");
    }

    private void write(String name, String text) {
        try {
            Files.writeString(folder.path().resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public RabbitMqNode start() {
        server = begin("rabbitmq-server");
        Undertaker.watch(server.pid());
        Awaitility.await().atMost(Duration.ofSeconds(60)).ignoreExceptions().until(() -> {
            connect().close();
            return true;
        });
        return this;
    }

    private Process begin(String... command) {
        List<String> whole = new ArrayList<>(List.of(command));
        whole.set(0, BIN.resolve(command[0]).toString());
        ProcessBuilder builder = new ProcessBuilder(whole)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.path().resolve("output").toFile()));
        builder.environment().putAll(environment());
        try {
            return builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Map<String, String> environment() {
        String home = folder.path().toString();
        return Map.ofEntries(
                Map.entry("RABBITMQ_NODENAME", "latchkey-" + port + "@localhost"),
                Map.entry("RABBITMQ_NODE_IP_ADDRESS", "127.0.0.1"),
                Map.entry("RABBITMQ_NODE_PORT", Integer.toString(port)),
                Map.entry("RABBITMQ_DIST_PORT", Integer.toString(distributionPort)),
                Map.entry("ERL_EPMD_PORT", Integer.toString(epmdPort)),
                Map.entry("ERL_EPMD_ADDRESS", "127.0.0.1"),
                Map.entry("RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS", "-kernel inet_dist_use_interface {127,0,0,1} +S 1:1"),
                Map.entry("RABBITMQ_MNESIA_BASE", home + "/mnesia"),
                Map.entry("RABBITMQ_LOG_BASE", home + "/log"),
                Map.entry("RABBITMQ_ENABLED_PLUGINS_FILE", home + "/plugins"),
                Map.entry("RABBITMQ_CONFIG_FILE", home + "/rabbitmq"),
                Map.entry("HOME", home));
    }

    /** Runs rabbitmqctl. */
    public void control(String... arguments) throws InterruptedException {
        List<String> command = new ArrayList<>(List.of("rabbitmqctl"));
        command.addAll(List.of(arguments));
        finish(begin(command.toArray(String[]::new)));
    }

    private static void finish(Process process) throws InterruptedException {
        if (!process.waitFor(COMMAND_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IllegalStateException("no end within " + COMMAND_SECONDS + " s");
        }
    }

    public void stop() throws InterruptedException {
        control("stop");
        finish(server);
        Undertaker.forget(server.pid());
        server = null;
    }

    public String address() {
        return "127.0.0.1:" + port;
    }

    public Connection connect() throws IOException, TimeoutException {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost("127.0.0.1");
        factory.setPort(port);
        factory.setAutomaticRecoveryEnabled(false);
        return factory.newConnection();
    }

    /** The JVM ends before the test has closed it. */
    private void endNow() {
        try {
            close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws InterruptedException, IOException {
        registration.close();
        if (server != null) {
            stop();
        }
        ProcessBuilder kill = new ProcessBuilder("epmd", "-port", Integer.toString(epmdPort), "-kill")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectErrorStream(true);
        finish(kill.start());
        folder.close();
    }
}
