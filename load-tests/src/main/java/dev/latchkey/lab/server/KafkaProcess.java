package dev.latchkey.lab.server;

/** A Kafka broker as a process of its own. */
public interface KafkaProcess extends KafkaBroker, BrokerProcess {}
