package dev.latchkey.config;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How often a {@code read_committed} consumer may see an event. */
public enum Delivery {
    /** Once: a batch is one broker transaction, and a taker finds out what it holds. */
    @JsonProperty("exactlyOnce")
    EXACTLY_ONCE("exactlyOnce"),
    /** Once or more: no broker transactions; a crash between ack and settle publishes again. */
    @JsonProperty("atLeastOnce")
    AT_LEAST_ONCE("atLeastOnce");

    private final String configured;

    Delivery(String configured) {
        this.configured = configured;
    }

    /** The name as configured. */
    @Override
    public String toString() {
        return configured;
    }
}
