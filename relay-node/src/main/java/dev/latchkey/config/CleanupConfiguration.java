package dev.latchkey.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.dropwizard.util.Duration;
import io.dropwizard.validation.DurationRange;
import jakarta.validation.constraints.NotNull;
import java.util.concurrent.TimeUnit;
import org.hibernate.validator.constraints.Range;

/** How stamped rows past their retention are removed; of use only where {@code settle} is {@code mark}. */
public final class CleanupConfiguration {
    /** Pause between two runs. */
    @JsonProperty
    @NotNull
    @DurationRange(
            min = 1,
            max = 86_400,
            unit = TimeUnit.SECONDS,
            message = "is ${validatedValue}; must be 1s to 24h: rare runs let the table grow between them")
    private Duration interval = Duration.minutes(1);

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

    public int batch() {
        return batch;
    }
}
