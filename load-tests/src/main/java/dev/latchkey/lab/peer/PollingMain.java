package dev.latchkey.lab.peer;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Runs polling publishers until SIGTERM; any error ends the process, and what it had claimed is claimed again. */
public final class PollingMain {
    private static final String READY = "polling in process ";

    private final Properties properties;
    private final PollingSettings settings;

    private PollingMain(Properties properties) {
        this.properties = properties;
        this.settings = PollingSettings.of(properties);
    }

    /** @param args the path of a properties file */
    public static void main(String[] args) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(Path.of(args[0]))) {
            properties.load(reader);
        }
        new PollingMain(properties).run();
    }

    /** Printed when a worker has its connection; names the process, for a log holds the lines of earlier ones too. */
    static String readyLine(long pid) {
        return READY + pid;
    }

    static Map<String, String> properties(PeerTarget target, PollingSettings settings) {
        Map<String, String> map = new LinkedHashMap<>(settings.toMap());
        map.put("url", target.jdbcUrl());
        map.put("user", target.user());
        map.put("password", target.password());
        map.put("bootstrap.servers", target.bootstrapServers());
        return map;
    }

    /** What Debezium's producer is given, so that the two differ in how they find rows and not in how they send. */
    static Map<String, Object> producer(String bootstrapServers) {
        return Map.of(
                "bootstrap.servers", bootstrapServers, "acks", "all", "compression.type", "lz4", "batch.size", 131_072);
    }

    private void run() {
        for (int worker = 1; worker <= settings.workers(); worker++) {
            new Thread(this::work, "polling-" + worker).start();
        }
    }

    private void work() {
        try (Connection connection = DriverManager.getConnection(
                        properties.getProperty("url"),
                        properties.getProperty("user"),
                        properties.getProperty("password"));
                KafkaProducer<String, String> producer = new KafkaProducer<>(
                        producer(properties.getProperty("bootstrap.servers")),
                        new StringSerializer(),
                        new StringSerializer())) {
            connection.setAutoCommit(false);
            System.out.println(readyLine(ProcessHandle.current().pid()));
            publish(new PollingPublisher(connection, producer, settings.batch()));
        } catch (SQLException | ExecutionException | InterruptedException | RuntimeException e) {
            System.err.println("the polling publisher failed: " + e);
            Runtime.getRuntime().halt(1);
        }
    }

    private void publish(PollingPublisher publisher) throws SQLException, ExecutionException, InterruptedException {
        while (!Thread.currentThread().isInterrupted()) {
            int published = publisher.publishBatch();
            if (settings.pace() == PollingPace.always || published < settings.batch()) {
                LockSupport.parkNanos(settings.interval().toNanos());
            }
        }
    }
}
