/** The bridge's queues in RabbitMQ. */
package dev.latchkey.bridge.rabbitmq;
