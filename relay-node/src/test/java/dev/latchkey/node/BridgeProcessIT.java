package dev.latchkey.node;

import static dev.latchkey.node.BridgeRig.within;
import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.config.BridgeAloneConfiguration;
import dev.latchkey.lab.process.FreePorts;
import dev.latchkey.lab.process.ScratchFolder;
import dev.latchkey.lab.server.PostgresServer;
import dev.latchkey.lab.server.PostgresSettings;
import dev.latchkey.lab.server.RabbitMqServer;
import dev.latchkey.lab.server.Servers;
import dev.latchkey.publish.rabbitmq.RealBroker;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code latchkey bridge} as a process of its own: no ZooKeeper anywhere. */
class BridgeProcessIT {
    private static final Path RELAY_JAR = Path.of("target", "latchkey-relay.jar");

    private final int adminPort = FreePorts.next();
    private final int healthPort = FreePorts.next();
    private ScratchFolder folder;
    private RabbitMqServer rabbit;
    private PostgresServer postgres;
    private BridgeRig rig;
    private Process process;

    @BeforeEach
    void open() throws Exception {
        folder = ScratchFolder.create("bridge-process");
        rabbit = RealBroker.start();
        postgres = Servers.embedded().postgres(PostgresSettings.defaults());
        postgres.start();
        rig = new BridgeRig(postgres, rabbit);
        String keys = "  reconnect: {first: 20ms, max: 100ms, attempts: 20}\n";
        BridgeAloneConfiguration configuration = rig.configuration(Map.of("booking_event", "bookings"), keys);
        rig.migrate(configuration);
        Path file = folder.path().resolve("bridge.yml");
        Files.writeString(
                file,
                Files.readString(rig.configurationFile())
                        + "server: {applicationConnectors: [], adminConnectors: [{type: http, bindHost: 127.0.0.1, port: "
                        + adminPort + "}]}\n");
        process = start(file);
        within(30).ignoreExceptions().until(() -> get(healthPort, "/health").statusCode() == 200);
    }

    private Process start(Path file) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        ProcessBuilder builder = new ProcessBuilder(
                        List.of(java, "-Xmx128m", "-jar", RELAY_JAR.toString(), "bridge", file.toString()))
                .redirectErrorStream(true)
                .redirectOutput(folder.path().resolve("log").toFile());
        builder.environment().put("PG_LISTENER_HEALTH_PORT", Integer.toString(healthPort));
        return builder.start();
    }

    @AfterEach
    void close() throws Exception {
        if (process != null) {
            process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        }
        if (rig != null) {
            rig.close();
            postgres.close();
        }
        if (rabbit != null) {
            rabbit.close();
        }
        folder.close();
    }

    private static HttpResponse<String> get(int port, String path) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void itPublishesAndEndsWithStatus0WhenToldTo() throws Exception {
        rig.add("booking_event", "1");
        assertThat(rig.await("bookings", 1)).containsExactly("1");
        HttpResponse<String> checks = get(adminPort, "/healthcheck");
        assertThat(checks.statusCode()).isEqualTo(200);
        assertThat(checks.body()).contains("pg-listener");
        assertThat(get(adminPort, "/metrics").body()).contains("latchkey.bridge.published");
        process.destroy();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
    }

    @Test
    void itEndsWithStatus1WhenTheLastAttemptToListenHasFailed() throws Exception {
        postgres.stop();
        within(5).until(() -> get(healthPort, "/health").statusCode() == 503);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(1);
        assertThat(Files.readString(folder.path().resolve("log"))).contains("giving up after 20 tries");
    }
}
