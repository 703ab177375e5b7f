package dev.latchkey.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.dropwizard.util.Duration;
import io.dropwizard.validation.DurationRange;
import jakarta.validation.constraints.NotNull;
import java.util.concurrent.TimeUnit;
import org.hibernate.validator.constraints.Range;

/** How rows past their time leave the table behind the channels. */
public final class BridgeCleanupConfiguration {
    /** Pause between two runs. */
    @JsonProperty
    @NotNull
    @DurationRange(
            min = 100,
            max = 86_400_000,
            unit = TimeUnit.MILLISECONDS,
            message = "is ${validatedValue}; must be 100ms to 24h: rare runs let the table grow between them")
    private Duration interval = Duration.hours(1);

    /** How long a row stays after it was published. */
    @JsonProperty
    @NotNull
    @DurationRange(
            min = 1,
            max = 3650L * 86_400,
            unit = TimeUnit.SECONDS,
            message = "is ${validatedValue}; must be 1s to 3650d: a longer one means a larger table")
    private Duration retention = Duration.hours(24);

    @JsonProperty
    @NotNull(message = "is missing; must be published or all")
    private CleanupMode mode = CleanupMode.PUBLISHED;

    /** Most rows of one delete. */
    @JsonProperty
    @Range(
            min = 1,
            max = 100_000,
            message = "is ${validatedValue}; must be 1 to 100000: large deletes hold locks and WAL for long")
    private int batch = 1000;

    public Duration interval() {
        return interval;
    }

    public Duration retention() {
        return retention;
    }

    public CleanupMode mode() {
        return mode;
    }

    public int batch() {
        return batch;
    }
}
