package dev.latchkey.lab.demo;

import dev.latchkey.lab.process.FreePorts;
import dev.latchkey.lab.process.JavaCommand;
import dev.latchkey.lab.process.OsProcess;
import dev.latchkey.lab.process.ScratchFolder;
import dev.latchkey.lab.process.Waiting;
import dev.latchkey.lab.server.PostgresServer;
import dev.latchkey.lab.server.PostgresSettings;
import dev.latchkey.lab.server.RabbitMqServer;
import dev.latchkey.lab.server.ServerFailure;
import dev.latchkey.lab.server.Servers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** PostgreSQL with five tables that notify, RabbitMQ, and the bridge between them as a process of its own. */
final class BridgeStage implements AutoCloseable {
    /** Channel to queue. */
    static final Map<String, String> CHANNELS = new LinkedHashMap<>(Map.of(
            "attribute_changed", "attribute_change",
            "friend_track_event_inserted", "friend_track_event_trigger",
            "form_submitted", "form_submitted_trigger",
            "campaign_click", "campaign_click_trigger",
            "booking_event", "booking_event_trigger"));

    private static final String DATABASE = "postgres";
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final List<String> JAVA_OPTIONS = List.of("-Xmx256m", "-XX:+UseSerialGC");

    private final Path relayJar;
    private final PostgresServer postgres = Servers.embedded().postgres(PostgresSettings.defaults());
    private final RabbitMqServer rabbit;
    private final ScratchFolder folder = ScratchFolder.create("bridge");
    private final Path configuration = folder.path().resolve("bridge.yml");
    private final int healthPort = FreePorts.next();
    private final OsProcess bridge;
    private final HttpClient http = HttpClient.newHttpClient();

    BridgeStage(RabbitMqServer rabbit, Path relayJar) {
        this.rabbit = rabbit;
        this.relayJar = relayJar;
        this.bridge = process("bridge", List.of("bridge", configuration.toString()));
    }

    private OsProcess process(String name, List<String> arguments) {
        return new OsProcess(
                name,
                JavaCommand.jar(JAVA_OPTIONS, relayJar, arguments),
                folder.path().resolve(name + ".log"));
    }

    /** Returns when the bridge listens. */
    void start() throws SQLException {
        Servers.startTogether(postgres::start, rabbit::start);
        writeConfiguration();
        try (OsProcess migration = process("migration", List.of("db", "migrate", configuration.toString()))) {
            migration.start();
            if (!migration.awaitExit(LIMIT) || migration.exitCode().orElse(1) != 0) {
                throw new ServerFailure("the migration failed; its log ends:\n" + migration.logTail(20));
            }
        }
        createTables();
        bridge.start();
        if (!Waiting.within(LIMIT, () -> !bridge.isAlive() || isHealthy()) || !bridge.isAlive()) {
            throw new ServerFailure("the bridge doesn't listen; its log ends:\n" + bridge.logTail(20));
        }
    }

    private void writeConfiguration() {
        String channels = CHANNELS.entrySet().stream()
                .map(entry -> "    %s: {queue: %s}\n".formatted(entry.getKey(), entry.getValue()))
                .collect(Collectors.joining());
        String yaml = """
            database: {url: '%s', user: %s, password: '%s'}
            bridge:
              rabbitmq: {addresses: '%s:%d', username: %s, password: %s}
              declare: true
              health: {host: 127.0.0.1, port: %d}
              channels:
            %sserver: {applicationConnectors: [], adminConnectors: [{type: http, bindHost: 127.0.0.1, port: 0}]}
            """.formatted(
                        postgres.jdbcUrl(DATABASE),
                        postgres.user(),
                        postgres.password(),
                        rabbit.host(),
                        rabbit.port(),
                        rabbit.user(),
                        rabbit.password(),
                        healthPort,
                        channels);
        try {
            Files.writeString(configuration, yaml);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void createTables() throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String channel : CHANNELS.keySet()) {
                statement.execute("create table demo_%s (id bigint primary key, note text)".formatted(channel));
                statement.execute(
                        "create trigger notify after insert on demo_%s for each row execute function".formatted(channel)
                                + " event_outbox_row('%s')".formatted(channel));
            }
        }
    }

    private boolean isHealthy() {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + healthPort + "/health"))
                .timeout(Duration.ofSeconds(2))
                .build();
        try {
            return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    Connection connect() throws SQLException {
        return postgres.connect(DATABASE);
    }

    RabbitMqServer rabbit() {
        return rabbit;
    }

    /** Ends the bridge's listening connection, as a network or an administrator would. Returns how many there were. */
    int killListener() throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                var killed = statement.executeQuery("select count(pg_terminate_backend(pid)) from pg_stat_activity"
                        + " where application_name = 'latchkey-bridge-listen'")) {
            killed.next();
            return killed.getInt(1);
        }
    }

    boolean bridgeIsAlive() {
        return bridge.isAlive();
    }

    String bridgeLog() {
        return bridge.logTail(20);
    }

    @Override
    public void close() {
        try (postgres;
                rabbit;
                folder) {
            bridge.close();
        }
    }
}
