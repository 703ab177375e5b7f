package dev.latchkey.config;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/** A value that must not reach a log, an error message or a JSON dump. {@link #reveal} is the only way to it. */
public final class Secret {
    private static final String MASK = "********";

    private final String value;

    @JsonCreator
    public Secret(String value) {
        this.value = Objects.requireNonNull(value);
    }

    /** The secret itself, for handing to a driver and nothing else. */
    public String reveal() {
        return value;
    }

    @Override
    @JsonValue
    public String toString() {
        return MASK;
    }
}
