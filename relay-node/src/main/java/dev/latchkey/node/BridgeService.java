package dev.latchkey.node;

import com.codahale.metrics.MetricRegistry;
import com.zaxxer.hikari.HikariDataSource;
import dev.latchkey.bridge.Bridge;
import dev.latchkey.bridge.json.InvalidJsonException;
import dev.latchkey.bridge.json.V8Json;
import dev.latchkey.bridge.postgres.BridgeSchemaCheck;
import dev.latchkey.bridge.postgres.BridgeTable;
import dev.latchkey.bridge.postgres.ListenProbe;
import dev.latchkey.bridge.postgres.ListenSettings;
import dev.latchkey.bridge.postgres.PostgresEventTable;
import dev.latchkey.bridge.postgres.PostgresListening;
import dev.latchkey.bridge.rabbitmq.RabbitQueues;
import dev.latchkey.config.BridgeConfiguration;
import dev.latchkey.config.DatabaseConfiguration;
import dev.latchkey.failure.RelayFailure;
import dev.latchkey.failure.RetryableFailure;
import dev.latchkey.health.BridgeHealthPort;
import dev.latchkey.metrics.BridgeMetrics;
import dev.latchkey.outbox.postgres.SchemaProblem;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The bridge with all that it needs, in a node or alone. Thread-safe once built. */
final class BridgeService implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(BridgeService.class);
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(5);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(30);

    /** Longer than the broker is waited for; then the server frees rows that a hanging process holds. */
    private static final String SESSION = "set idle_in_transaction_session_timeout = '60s'";

    private final HikariDataSource pool;
    private final RabbitQueues queues;
    private final Bridge bridge;
    private final BridgeHealthPort healthPort;

    private BridgeService(HikariDataSource pool, RabbitQueues queues, Bridge bridge, BridgeHealthPort healthPort) {
        this.pool = pool;
        this.queues = queues;
        this.bridge = bridge;
        this.healthPort = healthPort;
    }

    /**
     * What the bridge is told by those around it.
     *
     * @param trusted whether this process may publish, as far as the cluster goes; asked before each message
     * @param gaveUp called once when the bridge can't listen any more; takes a note
     */
    record Surroundings(MetricRegistry metrics, BooleanSupplier trusted, Runnable gaveUp) {}

    /**
     * Checks database and queues and builds everything; nothing runs yet.
     *
     * @throws NodeRefusedException when something is not as it must be
     */
    static BridgeService build(
            BridgeConfiguration configuration, DatabaseConfiguration database, Surroundings surroundings)
            throws SQLException, RelayFailure, NodeRefusedException, IOException {
        BridgeTable table = configuration.table().names(database.relaySchema());
        HikariDataSource pool = Databases.pool("latchkey-bridge", database, 1, SESSION, surroundings.metrics());
        RabbitQueues queues = BridgeParts.queues(configuration, surroundings.trusted());
        try {
            ListenSettings listen = BridgeParts.listen(configuration, database, ANSWER_LIMIT);
            refuse(problems(pool, table, listen));
            refuse(missing(queues, configuration.declare()));
            Bridge.Ends ends = new Bridge.Ends(
                    () -> PostgresListening.open(listen),
                    new PostgresEventTable(
                            pool, table, BridgeParts.limits(configuration), BridgeParts.rowChannels(configuration)),
                    queues,
                    BridgeService::json);
            Bridge bridge = new Bridge(
                    BridgeParts.settings(configuration),
                    ends,
                    new BridgeMetrics(surroundings.metrics()),
                    Clock.systemUTC(),
                    System::nanoTime,
                    surroundings.gaveUp());
            return new BridgeService(pool, queues, bridge, healthPort(configuration, bridge));
        } catch (SQLException | RelayFailure | NodeRefusedException | IOException | RuntimeException e) {
            queues.close();
            pool.close();
            throw e;
        }
    }

    private static Optional<byte[]> json(String payload) {
        try {
            return Optional.of(V8Json.rewrite(payload));
        } catch (InvalidJsonException e) {
            return Optional.empty();
        }
    }

    private static void refuse(List<SchemaProblem> problems) throws NodeRefusedException {
        if (!problems.isEmpty()) {
            throw new NodeRefusedException(problems);
        }
    }

    private static List<SchemaProblem> problems(HikariDataSource pool, BridgeTable table, ListenSettings listen)
            throws SQLException, RelayFailure {
        List<SchemaProblem> problems;
        try (Connection connection = pool.getConnection()) {
            problems = new ArrayList<>(new BridgeSchemaCheck(table).problems(connection));
        }
        if (problems.isEmpty()) {
            ListenProbe.problem(listen, ANSWER_LIMIT).ifPresent(problems::add);
        }
        return problems;
    }

    /** A broker that is away at the start is waited for; one that lacks a queue is not. */
    private static List<SchemaProblem> missing(RabbitQueues queues, boolean declare) {
        try {
            return queues.missing().stream()
                    .map(queue -> new SchemaProblem(
                            "RabbitMQ has no queue '" + queue + "'",
                            "-- declare it there, or set bridge.declare: true"))
                    .toList();
        } catch (RetryableFailure e) {
            log.warn("bridge: the queues{} can't be looked at yet: {}", declare ? ", to be made," : "", e.getMessage());
            return List.of();
        } finally {
            queues.close();
        }
    }

    private static BridgeHealthPort healthPort(BridgeConfiguration configuration, Bridge bridge) throws IOException {
        InetSocketAddress address = new InetSocketAddress(
                configuration.health().host(), configuration.health().port());
        try {
            return new BridgeHealthPort(address, bridge.status(), Clock.systemUTC());
        } catch (IOException e) {
            throw new IOException("bridge.health: can't listen on " + address + ": " + e.getMessage(), e);
        }
    }

    Bridge bridge() {
        return bridge;
    }

    void start() {
        bridge.start();
        healthPort.start();
        log.info("bridge: health on port {}", healthPort.port());
    }

    /** Finishes what is being published, then ends. */
    void stop() throws InterruptedException {
        if (!bridge.stop(STOP_LIMIT)) {
            log.warn("bridge: a thread did not end within {}", STOP_LIMIT);
        }
    }

    /** Closes what {@link #build} opened. */
    @Override
    public void close() {
        healthPort.close();
        queues.close();
        pool.close();
    }
}
