package dev.latchkey.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.dropwizard.util.Duration;
import io.dropwizard.validation.DurationRange;
import io.dropwizard.validation.selfvalidating.SelfValidating;
import io.dropwizard.validation.selfvalidating.SelfValidation;
import io.dropwizard.validation.selfvalidating.ViolationCollector;
import jakarta.validation.constraints.NotNull;
import java.util.concurrent.TimeUnit;
import org.hibernate.validator.constraints.Range;

/** How a lost connection is tried again: after first, twice that, four times, and so on up to max. */
@SelfValidating
public final class ReconnectConfiguration {
    @JsonProperty
    @NotNull
    @DurationRange(
            min = 10,
            max = 60_000,
            unit = TimeUnit.MILLISECONDS,
            message = "is ${validatedValue}; must be 10ms to 60s")
    private Duration first = Duration.seconds(1);

    @JsonProperty
    @NotNull
    @DurationRange(
            min = 10,
            max = 600_000,
            unit = TimeUnit.MILLISECONDS,
            message = "is ${validatedValue}; must be 10ms to 10m")
    private Duration max = Duration.seconds(30);

    /** Tries to listen again before the process ends with status 1. */
    @JsonProperty
    @Range(min = 1, max = 1_000_000, message = "is ${validatedValue}; must be 1 to 1000000")
    private int attempts = 100;

    @SelfValidation
    public void rules(ViolationCollector violations) {
        if (first != null && max != null && first.toMilliseconds() > max.toMilliseconds()) {
            violations.addViolation("max", "is " + max + "; must not be below first (" + first + "); raise it");
        }
    }

    public Duration first() {
        return first;
    }

    public Duration max() {
        return max;
    }

    public int attempts() {
        return attempts;
    }
}
