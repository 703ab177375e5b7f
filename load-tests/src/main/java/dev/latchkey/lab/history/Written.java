package dev.latchkey.lab.history;

import java.util.UUID;

/**
 * An event as its writer inserted it.
 *
 * @param topic where it must arrive
 * @param key null where the event has none; such events have no order among each other
 * @param fingerprint of the payload, see {@link Fingerprint}
 */
public record Written(UUID id, String topic, String key, long fingerprint) {}
