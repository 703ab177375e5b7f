package dev.latchkey.publish.rabbitmq;

/**
 * What the RabbitMQ adapter is told.
 *
 * @param declare whether what is missing at the broker is made
 * @param contentType of every payload
 */
public record RabbitSettings(
        String cluster, BrokerAccess access, Destination destination, boolean declare, String contentType) {}
