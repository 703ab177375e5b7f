package dev.latchkey.lab.server.embedded;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Time;

/** Runs a broker until SIGTERM, or until the parent's end of standard input is closed: a killed parent leaves no broker. */
public final class KafkaBrokerMain {
    private static final int ORPHANED = 3;

    private KafkaBrokerMain() {}

    /** @param args the path of the broker's properties file */
    public static void main(String[] args) throws Exception {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(Path.of(args[0]))) {
            properties.load(reader);
        }
        BrokerStorage.format(properties);
        KafkaRaftServer server = new KafkaRaftServer(KafkaConfig.fromProps(properties, false), Time.SYSTEM);
        Thread orphanWatch = new Thread(KafkaBrokerMain::haltWithParent, "orphan-watch");
        orphanWatch.setDaemon(true);
        orphanWatch.start();
        Runtime.getRuntime().addShutdownHook(new Thread(server::shutdown, "broker-shutdown"));
        server.startup();
        server.awaitShutdown();
    }

    private static void haltWithParent() {
        try {
            while (System.in.read() >= 0) {
                // The parent never writes; what comes is the end.
            }
        } catch (IOException e) {
            System.err.println("standard input failed: " + e);
        }
        Runtime.getRuntime().halt(ORPHANED);
    }
}
