package dev.latchkey.lab.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;

/** What the lab knows of a node: it reads its file, answers on the admin port, and ends when told to. */
final class StandInNode {
    private static final int ORDERLY = 7;

    private StandInNode() {}

    public static void main(String[] args) throws IOException {
        JsonNode config = new YAMLMapper().readTree(Path.of(args[0]).toFile());
        System.out.println("starting " + config.at("/node/id").asText());
        if (config.has("refuse")) {
            System.out.println("refused: " + config.get("refuse").asText());
            System.exit(1);
        }
        JsonNode admin = config.at("/server/adminConnectors/0");
        HttpServer server = HttpServer.create(
                new InetSocketAddress(
                        admin.get("bindHost").asText(), admin.get("port").asInt()),
                0);
        server.createContext("/ready", exchange -> {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        // Halting gives the status that a test can tell from the JVM's own 143.
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(ORDERLY)));
        server.start();
    }
}
