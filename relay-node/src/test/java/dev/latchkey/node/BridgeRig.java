package dev.latchkey.node;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.GetResponse;
import dev.latchkey.bridge.postgres.BridgeMigration;
import dev.latchkey.config.BridgeAloneConfiguration;
import dev.latchkey.config.ConfigurationFile;
import dev.latchkey.lab.process.ScratchFolder;
import dev.latchkey.lab.server.PostgresServer;
import dev.latchkey.lab.server.RabbitMqServer;
import dev.latchkey.publish.rabbitmq.RealBroker;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** A database of its own, queues of its own, and a bridge between them, configured as a process would be. */
final class BridgeRig implements AutoCloseable {
    static final String QUICK = """
              reconnect: {first: 20ms, max: 200ms, attempts: 100}
              probeInterval: 200ms
              sweepInterval: 1h
              stuckAge: 0s
            """;

    private static final AtomicInteger QUEUES = new AtomicInteger();

    final MetricRegistry metrics = new MetricRegistry();
    final AtomicInteger gaveUp = new AtomicInteger();
    final String database;
    final String prefix = "q" + QUEUES.incrementAndGet() + ".";
    private final PostgresServer postgres;
    private final RabbitMqServer rabbit;
    private final ScratchFolder folder = ScratchFolder.create("bridge");
    private final List<BridgeService> services = new ArrayList<>();

    BridgeRig(PostgresServer postgres, RabbitMqServer rabbit) throws SQLException {
        this.postgres = postgres;
        this.rabbit = rabbit;
        this.database = postgres.createDatabase("bridge");
    }

    static ConditionFactory within(int seconds) {
        return Awaitility.await().pollInterval(Duration.ofMillis(20)).atMost(Duration.ofSeconds(seconds));
    }

    /** @param keys of the section bridge, indented by two */
    BridgeAloneConfiguration configuration(Map<String, String> channels, String keys) throws Exception {
        return configuration(channels, keys, true);
    }

    BridgeAloneConfiguration configuration(Map<String, String> channels, String keys, boolean declare)
            throws Exception {
        return configuration(postgres.jdbcUrl(database), channels, keys, declare);
    }

    BridgeAloneConfiguration configuration(String url, Map<String, String> channels, String keys, boolean declare)
            throws Exception {
        String yaml = """
                database: {url: '%s', user: postgres}
                bridge:
                  rabbitmq: {addresses: '%s', username: '%s', password: '%s'}
                  declare: %s
                  health: {host: 127.0.0.1, port: 0}
                  channels: {%s}
                """.formatted(
                        url, RealBroker.address(rabbit), rabbit.user(), rabbit.password(), declare, targets(channels));
        return ConfigurationFile.loadBridge(
                Files.writeString(configurationFile(), yaml + keys.replace("PREFIX.", prefix)));
    }

    private String targets(Map<String, String> channels) {
        return channels.entrySet().stream()
                .map(channel -> "'%s': {queue: '%s', transient: %s}"
                        .formatted(
                                channel.getKey().replace("'", "''"),
                                prefix + channel.getValue().replace(" transient", ""),
                                channel.getValue().endsWith(" transient")))
                .collect(Collectors.joining(", "));
    }

    Path configurationFile() {
        return folder.path().resolve("bridge.yml");
    }

    void migrate(BridgeAloneConfiguration configuration) throws SQLException {
        new BridgeMigration(
                        configuration.database().url(),
                        configuration.database().migrationProperties(),
                        configuration.bridgeTable())
                .migrate();
    }

    /** Migrates, builds and starts a bridge, and waits until it listens. */
    BridgeService start(Map<String, String> channels, String keys) throws Exception {
        return start(configuration(channels, keys));
    }

    BridgeService start(BridgeAloneConfiguration configuration) throws Exception {
        migrate(configuration);
        BridgeService service = build(configuration);
        service.start();
        service.bridge().activate();
        within(20)
                .until(() ->
                        service.bridge().status().connection().state().name().equals("CONNECTED"));
        return service;
    }

    /** The first bridge's figures are {@link #metrics}; another one's are its own. */
    BridgeService build(BridgeAloneConfiguration configuration) throws Exception {
        BridgeService service = BridgeService.build(
                configuration.bridge(),
                configuration.database(),
                new BridgeService.Surroundings(
                        services.isEmpty() ? metrics : new MetricRegistry(), () -> true, gaveUp::incrementAndGet));
        services.add(service);
        return service;
    }

    java.sql.Connection connect() throws SQLException {
        return postgres.connect(database);
    }

    /** In a transaction of its own, by the function that writers call. */
    void add(String channel, String payload) throws SQLException {
        try (java.sql.Connection connection = connect()) {
            add(connection, channel, payload);
        }
    }

    static void add(java.sql.Connection connection, String channel, String payload) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("select event_outbox_add(?, ?)")) {
            statement.setString(1, channel);
            statement.setString(2, payload);
            statement.execute();
        }
    }

    void sql(String sql) throws SQLException {
        try (java.sql.Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    long number(String sql) throws SQLException {
        try (java.sql.Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    /** Kills the connection that listens. */
    void killListener() throws SQLException {
        sql("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'latchkey-bridge-listen'"
                + " and datname = current_database()");
    }

    /** Takes all messages that are in a queue now. */
    List<GetResponse> take(String queue) throws Exception {
        List<GetResponse> all = new ArrayList<>();
        try (Connection connection = RealBroker.connect(rabbit);
                Channel channel = connection.createChannel()) {
            for (GetResponse next = channel.basicGet(prefix + queue, true);
                    next != null;
                    next = channel.basicGet(prefix + queue, true)) {
                all.add(next);
            }
        }
        return all;
    }

    /** Waits for so many messages and returns their bodies, with whatever came beyond. */
    List<String> await(String queue, int count) throws Exception {
        List<String> bodies = new ArrayList<>();
        within(30).until(() -> {
            take(queue).forEach(message -> bodies.add(new String(message.getBody(), StandardCharsets.UTF_8)));
            return bodies.size() >= count;
        });
        return bodies;
    }

    long counted(String metric) {
        return metrics.meter("latchkey.bridge." + metric).getCount();
    }

    double gauge(String metric) {
        Gauge<?> gauge = (Gauge<?>) metrics.getMetrics().get("latchkey.bridge." + metric);
        return ((Number) gauge.getValue()).doubleValue();
    }

    void unpublishedIs(long expected) {
        within(20).until(() -> number("select count(*) from event_outbox where published_at is null") == expected);
    }

    @Override
    public void close() throws Exception {
        for (BridgeService service : services) {
            service.stop();
            service.close();
        }
        folder.close();
    }
}
