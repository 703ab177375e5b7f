/**
 * Kafka as the sink. With {@code delivery: exactlyOnce} a batch is one Kafka transaction that also holds a record in the
 * progress topic, which names the batch's events. What a crashed lane left in doubt, published but perhaps not settled, is
 * found there by whoever takes its shards.
 */
package dev.latchkey.publish.kafka;
