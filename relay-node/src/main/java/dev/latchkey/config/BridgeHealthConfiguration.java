package dev.latchkey.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.dropwizard.validation.selfvalidating.SelfValidating;
import io.dropwizard.validation.selfvalidating.SelfValidation;
import io.dropwizard.validation.selfvalidating.ViolationCollector;
import jakarta.validation.constraints.NotNull;
import java.util.Optional;
import org.hibernate.validator.constraints.Range;

/** Where {@code GET /health} of the bridge is answered. */
@SelfValidating
public final class BridgeHealthConfiguration {
    /** Wins over the configured port where it is set. */
    public static final String PORT_VARIABLE = "PG_LISTENER_HEALTH_PORT";

    private static final int LARGEST_PORT = 65_535;

    @JsonProperty
    @JsonSetter(nulls = Nulls.SKIP)
    @NotNull
    @Resolved
    private String host = "0.0.0.0";

    /** 0 takes any free port, and says which in the log. */
    @JsonProperty
    @Range(min = 0, max = LARGEST_PORT, message = "is ${validatedValue}; must be 0 to 65535")
    private int port = 6010;

    /** A bad variable is refused here, with the rest of the configuration. */
    @SelfValidation
    public void rules(ViolationCollector violations) {
        variable()
                .filter(text -> port(text).isEmpty())
                .ifPresent(text -> violations.addViolation(
                        "port", "is overridden by " + PORT_VARIABLE + ", which is '" + text + "'; must be 0 to 65535"));
    }

    public String host() {
        return host;
    }

    public int port() {
        return port(variable());
    }

    int port(Optional<String> variable) {
        return variable.flatMap(BridgeHealthConfiguration::port).orElse(port);
    }

    private static Optional<String> variable() {
        return Optional.ofNullable(System.getenv(PORT_VARIABLE)).filter(text -> !text.isBlank());
    }

    private static Optional<Integer> port(String text) {
        try {
            int number = Integer.parseInt(text.strip());
            return number >= 0 && number <= LARGEST_PORT ? Optional.of(number) : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
