package dev.latchkey.config;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Which rows past the retention are deleted. */
public enum CleanupMode {
    /** Published ones. One that was never published stays, and is an alarm. */
    @JsonProperty("published")
    PUBLISHED,
    /** All, published or not: what could not be published for so long is given up. */
    @JsonProperty("all")
    ALL;

    @Override
    public String toString() {
        return this == ALL ? "all" : "published";
    }
}
