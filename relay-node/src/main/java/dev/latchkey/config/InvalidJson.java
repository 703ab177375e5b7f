package dev.latchkey.config;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What becomes of a payload that is no JSON. It is never dropped. */
public enum InvalidJson {
    /** Published to the channel's queue, byte for byte. */
    @JsonProperty("verbatim")
    VERBATIM,
    /** Published to the dead letter queue, byte for byte. */
    @JsonProperty("deadLetter")
    DEAD_LETTER;

    @Override
    public String toString() {
        return this == VERBATIM ? "verbatim" : "deadLetter";
    }
}
