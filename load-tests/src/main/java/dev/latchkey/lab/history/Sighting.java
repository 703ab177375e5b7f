package dev.latchkey.lab.history;

import java.util.UUID;

/**
 * A record as a reader of committed records saw it.
 *
 * @param id from the header {@code id}; null where there is none or it is no UUID
 * @param nanos when it was seen
 */
public record Sighting(String topic, int partition, long offset, String key, UUID id, long fingerprint, long nanos) {}
