package dev.latchkey.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** What an owner does while it can't reach ZooKeeper. */
public enum CoordinationLossPolicy {
    /** Goes on until it is fenced. Safe only where a taker can fence it at the sink. */
    @JsonProperty("continue")
    CONTINUE,
    /** Publishes nothing until its ownership is certain again. */
    @JsonProperty("pause")
    PAUSE;

    /** The name as configured. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
