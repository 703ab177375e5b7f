package dev.latchkey.lab.server;

/** A Kafka cluster of one node, broker and controller at once. */
public interface KafkaBroker extends Server {
    String bootstrapServers();
}
