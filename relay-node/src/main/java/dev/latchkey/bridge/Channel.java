package dev.latchkey.bridge;

/**
 * A channel of the database and the queue that its events go to.
 *
 * @param name as writers give it to {@code pg_notify}, case and every character kept
 * @param transientOnly true when no table backs it: what is notified while nobody listens is gone
 */
public record Channel(String name, String queue, boolean transientOnly) {}
