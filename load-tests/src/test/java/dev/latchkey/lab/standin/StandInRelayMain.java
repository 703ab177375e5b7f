package dev.latchkey.lab.standin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.latchkey.lab.workload.ConnectionSource;
import dev.latchkey.lab.workload.OrdersSchema;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A relay as demo and load know it: {@code db migrate <config>}, {@code node <config>}, {@code /ready} and {@code /shards}.
 * It refuses to migrate when a file {@code refuse} lies beside its jar.
 */
public final class StandInRelayMain {
    private StandInRelayMain() {}

    public static void main(String[] args) throws Exception {
        JsonNode config =
                new YAMLMapper().readTree(Path.of(args[args.length - 1]).toFile());
        if (args[0].equals("db")) {
            migrate(config);
        } else {
            node(config);
        }
    }

    private static void migrate(JsonNode config) throws SQLException {
        Path jar = Path.of(System.getProperty("java.class.path"));
        if (Files.exists(jar.resolveSibling("refuse"))) {
            System.out.println("refused: the outbox has no column seq");
            System.exit(1);
        }
        try (Connection connection = source(config).open()) {
            OrdersSchema.create(connection);
        }
        execute(source(config), "create table owner (node text)");
    }

    private static void node(JsonNode config) throws IOException {
        ConnectionSource source = source(config);
        String id = config.at("/node/id").asText();
        String kafka = config.at("/sink/bootstrapServers").asText();
        new StandInRelay(StandInRelay.Reading.BY_COMMIT, source, kafka, () -> own(source, id)).start();
        int port = config.at("/server/adminConnectors/0/port").asInt();
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
        server.createContext("/ready", exchange -> answer(exchange, "ready"));
        server.createContext(
                "/shards",
                exchange -> answer(exchange, shards(source, config.at("/shards").asInt())));
        server.start();
    }

    private static void own(ConnectionSource source, String id) {
        try {
            execute(source, "delete from owner; insert into owner values ('" + id + "')");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String shards(ConnectionSource source, int count) {
        StringBuilder json = new StringBuilder();
        try (Connection connection = source.open();
                Statement statement = connection.createStatement();
                ResultSet owner = statement.executeQuery("select node from owner")) {
            String node = owner.next() ? owner.getString(1) : "";
            for (int shard = 0; shard < count; shard++) {
                json.append(json.isEmpty() ? "[" : ",")
                        .append("{\"shard\":%d,\"owner\":\"%s\"}".formatted(shard, node));
            }
        } catch (SQLException e) {
            return "[]";
        }
        return json.append(']').toString();
    }

    private static void answer(HttpExchange exchange, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static void execute(ConnectionSource source, String sql) throws SQLException {
        try (Connection connection = source.open();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static ConnectionSource source(JsonNode config) {
        JsonNode database = config.get("database");
        return () -> DriverManager.getConnection(
                database.get("url").asText(),
                database.get("user").asText(),
                database.get("password").asText());
    }
}
