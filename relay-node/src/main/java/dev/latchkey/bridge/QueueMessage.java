package dev.latchkey.bridge;

/**
 * What is published, as it is, with no envelope.
 *
 * @param id the row's, as the message id; null without a row
 * @param body null for a payload that is SQL null
 * @param note why it goes to the dead letter queue; null elsewhere
 */
public record QueueMessage(String queue, String id, byte[] body, String note) {}
