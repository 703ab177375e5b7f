package dev.latchkey.lab.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.latchkey.lab.server.PostgresServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * The configuration file of one relay node, as a tree that a test may change before it is written.
 *
 * <p>Not thread-safe.
 */
public final class NodeConfig {
    private static final YAMLMapper YAML = new YAMLMapper();
    private static final String LOCALHOST = "127.0.0.1";

    private final ObjectNode root = YAML.createObjectNode();

    public NodeConfig(String nodeId, String cluster) {
        set("/node/id", nodeId);
        set("/cluster", cluster);
        set("/outbox/schema", "public");
        set("/outbox/table", "outbox");
        set("/outbox/settle", "delete");
        set("/logging/level", "INFO");
        set("/zookeeper/sessionTimeout", "6s");
        // The log shall end with what happened to the node, not with who asked whether it is ready.
        root.withObjectProperty("server").withObjectProperty("requestLog").putArray("appenders");
        root.withObjectProperty("logging").putArray("appenders").addObject().put("type", "console");
    }

    public NodeConfig shards(int shards, int lanes) {
        set("/shards", shards);
        return set("/lanes", lanes);
    }

    public NodeConfig zooKeeper(String connectString) {
        return set("/zookeeper/connect", connectString);
    }

    public NodeConfig database(PostgresServer server, String database) {
        return database(server.jdbcUrl(database), server.user(), server.password());
    }

    public NodeConfig database(String jdbcUrl, String user, String password) {
        set("/database/url", jdbcUrl);
        set("/database/user", user);
        return set("/database/password", password);
    }

    /** Exactly once into the given cluster. */
    public NodeConfig kafka(String bootstrapServers) {
        set("/sink/type", "kafka");
        set("/sink/bootstrapServers", bootstrapServers);
        return set("/sink/delivery", "exactlyOnce");
    }

    /** At least once into the exchange {@code outbox.event}, which the node makes, in place of any other sink. */
    public NodeConfig rabbitMq(String address, String user, String password) {
        root.remove("sink");
        set("/sink/type", "rabbitmq");
        set("/sink/addresses", address);
        set("/sink/username", user);
        set("/sink/password", password);
        return set("/sink/declare", true);
    }

    /** Both HTTP ports, on 127.0.0.1 only. */
    public NodeConfig ports(int application, int admin) {
        connector("applicationConnectors", application);
        connector("adminConnectors", admin);
        return this;
    }

    /**
     * Sets one value.
     *
     * @param pointer a JSON pointer of object keys, such as {@code /outbox/settle}; what is missing on the way is made
     */
    public NodeConfig set(String pointer, Object value) {
        int last = pointer.lastIndexOf('/');
        ObjectNode parent = root;
        for (String key : pointer.substring(0, last).split("/")) {
            parent = key.isEmpty() ? parent : parent.withObjectProperty(key);
        }
        parent.set(pointer.substring(last + 1), YAML.<JsonNode>valueToTree(value));
        return this;
    }

    /** The whole tree, for what {@link #set} can't say. */
    public ObjectNode tree() {
        return root;
    }

    void write(Path file) {
        try {
            YAML.writeValue(file.toFile(), root);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void connector(String kind, int port) {
        root.withObjectProperty("server")
                .putArray(kind)
                .addObject()
                .put("type", "http")
                .put("bindHost", LOCALHOST)
                .put("port", port);
    }
}
