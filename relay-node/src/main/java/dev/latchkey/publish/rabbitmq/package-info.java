/**
 * Publishing to RabbitMQ, at least once.
 *
 * <p>{@link dev.latchkey.publish.rabbitmq.ConfirmedPublisher} is the heart: it tells of each message what became of it, and
 * never has two messages of one key in flight. The broker takes a message that follows one it has refused; only waiting for
 * the confirm keeps their order.
 *
 * <p>RabbitMQ can't fence a previous owner. A lane therefore publishes only while its node is certain of its ZooKeeper
 * session ({@link dev.latchkey.coordination.Coordinator#isCertain}). What remains possible is a duplicate: of what a node had
 * published when it died, and of what it had in its hands when its certainty ended.
 */
package dev.latchkey.publish.rabbitmq;
