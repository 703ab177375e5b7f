package dev.latchkey.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.dropwizard.util.DataSize;
import io.dropwizard.util.DataSizeUnit;
import io.dropwizard.util.Duration;
import io.dropwizard.validation.DataSizeRange;
import io.dropwizard.validation.DurationRange;
import io.dropwizard.validation.selfvalidating.SelfValidating;
import io.dropwizard.validation.selfvalidating.SelfValidation;
import io.dropwizard.validation.selfvalidating.ViolationCollector;
import jakarta.validation.constraints.NotNull;
import java.util.concurrent.TimeUnit;
import org.hibernate.validator.constraints.Range;

/** How often a lane reads the outbox, and how much at once. */
@SelfValidating
public final class PollConfiguration {
    /** Pause after a read that found a few rows. */
    @JsonProperty
    @NotNull
    @DurationRange(
            min = 1,
            max = 10_000,
            unit = TimeUnit.MILLISECONDS,
            message = "is ${validatedValue}; must be 1ms to 10s: shorter multiplies small broker transactions, "
                    + "longer adds to every event's latency")
    private Duration minInterval = Duration.milliseconds(5);

    /** Longest pause of an idle lane: the most that the first event after a silence waits. */
    @JsonProperty
    @NotNull
    @DurationRange(
            min = 1,
            max = 10_000,
            unit = TimeUnit.MILLISECONDS,
            message = "is ${validatedValue}; must be 1ms to 10s: longer, and an idle lane looks dead")
    private Duration maxInterval = Duration.milliseconds(250);

    /** Most rows of one read and of one broker transaction. */
    @JsonProperty
    @Range(
            min = 1,
            max = 100_000,
            message = "is ${validatedValue}; must be 1 to 100000: few rows pay a broker transaction each, many "
                    + "lengthen it and the memory it holds")
    private int batchRows = 4000;

    /** Most payload bytes of one read. A single larger event still goes, alone; one above its share of a read costs a probe. */
    @JsonProperty
    @NotNull
    @DataSizeRange(
            min = 1,
            max = 262_144,
            unit = DataSizeUnit.KIBIBYTES,
            message = "is ${validatedValue}; must be 1KiB to 256MiB")
    private DataSize batchBytes = DataSize.mebibytes(8);

    /** How often a read ignores the floors. What only that read finds is published, and is an alarm. */
    @JsonProperty
    @NotNull
    @DurationRange(min = 1, max = 86_400, unit = TimeUnit.SECONDS, message = "is ${validatedValue}; must be 1s to 24h")
    private Duration sweepInterval = Duration.minutes(5);

    @SelfValidation
    public void rules(ViolationCollector violations) {
        if (minInterval != null && maxInterval != null && minInterval.toNanoseconds() > maxInterval.toNanoseconds()) {
            violations.addViolation(
                    "maxInterval",
                    "is " + maxInterval + "; must not be below minInterval (" + minInterval + "); raise it");
        }
    }

    public Duration minInterval() {
        return minInterval;
    }

    public Duration maxInterval() {
        return maxInterval;
    }

    public int batchRows() {
        return batchRows;
    }

    public DataSize batchBytes() {
        return batchBytes;
    }

    public Duration sweepInterval() {
        return sweepInterval;
    }
}
