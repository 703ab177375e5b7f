package dev.latchkey.lab.server.embedded;

import dev.latchkey.lab.server.KafkaSettings;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.storage.Formatter;

/** The configuration of a one-node broker and the formatting of its folder. */
final class BrokerStorage {
    private static final int NODE = 1;

    private BrokerStorage() {}

    static Properties properties(KafkaSettings settings, int clientPort, int controllerPort, Path folder) {
        Properties p = new Properties();
        p.setProperty("process.roles", "broker,controller");
        p.setProperty("node.id", Integer.toString(NODE));
        p.setProperty("controller.quorum.voters", NODE + "@127.0.0.1:" + controllerPort);
        p.setProperty("controller.listener.names", "CONTROLLER");
        StringBuilder listeners = new StringBuilder(
                "CLIENT://127.0.0.1:%d,CONTROLLER://127.0.0.1:%d".formatted(clientPort, controllerPort));
        StringBuilder advertised = new StringBuilder("CLIENT://127.0.0.1:" + clientPort);
        StringBuilder protocols = new StringBuilder("CLIENT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        for (KafkaSettings.Door door : settings.doors()) {
            String name = "DOOR" + door.port();
            listeners.append(",%s://127.0.0.1:%d".formatted(name, door.port()));
            advertised.append(",%s://127.0.0.1:%d".formatted(name, door.advertisedPort()));
            protocols.append(",%s:PLAINTEXT".formatted(name));
        }
        p.setProperty("listeners", listeners.toString());
        p.setProperty("advertised.listeners", advertised.toString());
        p.setProperty("listener.security.protocol.map", protocols.toString());
        p.setProperty("inter.broker.listener.name", "CLIENT");
        p.setProperty("log.dirs", folder.resolve("log").toString());
        p.setProperty("num.partitions", Integer.toString(settings.partitions()));
        p.setProperty("auto.create.topics.enable", Boolean.toString(settings.autoCreateTopics()));
        small(p);
        settings.properties().forEach(p::setProperty);
        return p;
    }

    /** One replica of everything, few internal partitions (each is a folder to create and to load), no waiting. */
    private static void small(Properties p) {
        p.setProperty("default.replication.factor", "1");
        p.setProperty("offsets.topic.replication.factor", "1");
        p.setProperty("offsets.topic.num.partitions", "2");
        p.setProperty("transaction.state.log.replication.factor", "1");
        p.setProperty("transaction.state.log.min.isr", "1");
        p.setProperty("transaction.state.log.num.partitions", "2");
        p.setProperty("share.coordinator.state.topic.replication.factor", "1");
        p.setProperty("share.coordinator.state.topic.min.isr", "1");
        p.setProperty("group.initial.rebalance.delay.ms", "0");
        p.setProperty("log.index.size.max.bytes", "1048576");
        p.setProperty("log.cleaner.dedupe.buffer.size", "4194304");
        // A killed broker is let in again when its old registration has lapsed: two seconds instead of nine.
        p.setProperty("broker.session.timeout.ms", "2000");
        p.setProperty("broker.heartbeat.interval.ms", "300");
    }

    /** Formats the folder unless an earlier start did. */
    static void format(Properties properties) throws Exception {
        Path folder = Path.of(properties.getProperty("log.dirs"));
        if (Files.exists(folder.resolve("meta.properties"))) {
            return;
        }
        new Formatter()
                .setNodeId(NODE)
                .setClusterId(Uuid.randomUuid().toString())
                .setControllerListenerName("CONTROLLER")
                .setMetadataLogDirectory(folder.toString())
                .addDirectory(folder.toString())
                .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
                .run();
    }
}
