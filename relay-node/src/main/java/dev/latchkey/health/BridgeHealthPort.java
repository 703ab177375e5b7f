package dev.latchkey.health;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.latchkey.bridge.BridgeStatus;
import dev.latchkey.bridge.BridgeStatus.State;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Answers {@code GET /health} on a port of its own: 200 while the bridge listens or stands by, 503 otherwise. Owns the
 * threads that answer; they look at memory only. Thread-safe.
 */
public final class BridgeHealthPort implements AutoCloseable {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);
    private static final int THREADS = 2;

    private final BridgeStatus status;
    private final Clock clock;
    private final ObjectMapper json = new ObjectMapper();
    private final HttpServer server;
    private final ExecutorService threads;

    /** @throws IOException when the port is taken */
    public BridgeHealthPort(InetSocketAddress address, BridgeStatus status, Clock clock) throws IOException {
        this.status = status;
        this.clock = clock;
        this.server = HttpServer.create(address, 0);
        this.threads = Executors.newFixedThreadPool(THREADS, runnable -> {
            Thread thread = new Thread(runnable, "latchkey-bridge-health");
            thread.setDaemon(true);
            return thread;
        });
        server.setExecutor(threads);
        server.createContext("/health", this::answer);
    }

    public void start() {
        server.start();
    }

    public int port() {
        return server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!exchange.getRequestURI().getPath().equals("/health")) {
                exchange.sendResponseHeaders(404, -1);
                return;
            }
            if (!exchange.getRequestMethod().equals("GET")) {
                exchange.getResponseHeaders().set("Allow", "GET");
                exchange.sendResponseHeaders(405, -1);
                return;
            }
            BridgeStatus.Connection connection = status.connection();
            boolean well = status.listenProblem().isEmpty();
            byte[] body = json.writeValueAsBytes(body(connection));
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(well ? 200 : 503, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private Map<String, Object> body(BridgeStatus.Connection connection) {
        Map<String, Object> database = new LinkedHashMap<>();
        database.put("connected", connection.state() == State.CONNECTED);
        database.put("disconnectedAt", connection.disconnectedAt() == null ? null : time(connection.disconnectedAt()));
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("status", word(connection.state()));
        body.put("pg", database);
        body.put("timestamp", time(clock.instant()));
        return body;
    }

    private static String word(State state) {
        return state == State.CONNECTED ? "ok" : state.name().toLowerCase(Locale.ROOT);
    }

    private static String time(Instant instant) {
        return TIME.format(instant);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
