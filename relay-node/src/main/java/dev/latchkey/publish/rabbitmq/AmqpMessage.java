package dev.latchkey.publish.rabbitmq;

import com.rabbitmq.client.AMQP;

/**
 * A message on its way.
 *
 * @param properties with a message id that no other message of the batch has: a returned message is known by it
 * @param orderKey of two messages with equal keys the later is sent when the earlier is confirmed; null for no order
 */
public record AmqpMessage(
        String exchange, String routingKey, AMQP.BasicProperties properties, byte[] body, Object orderKey) {
    String id() {
        return properties.getMessageId();
    }
}
