package dev.latchkey.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.dropwizard.util.Duration;
import io.dropwizard.validation.DurationRange;
import io.dropwizard.validation.selfvalidating.SelfValidating;
import io.dropwizard.validation.selfvalidating.SelfValidation;
import io.dropwizard.validation.selfvalidating.ViolationCollector;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.hibernate.validator.constraints.Range;

/** The bridge from channels of the database to queues of RabbitMQ. */
@SelfValidating
public final class BridgeConfiguration {
    /** By name as writers notify it, case and every character kept. */
    @JsonProperty
    @JsonSetter(nulls = Nulls.SKIP)
    @Valid
    @NotNull
    private Map<String, BridgeChannelConfiguration> channels = new LinkedHashMap<>();

    @JsonProperty
    @Valid
    @NotNull(message = "is missing; give at least bridge.rabbitmq.addresses")
    private RabbitMqConfiguration rabbitmq;

    /** Whether missing queues are made at the start, durable; else their absence keeps the bridge from starting. */
    @JsonProperty
    private boolean declare;

    @JsonProperty
    @JsonSetter(nulls = Nulls.SKIP)
    @Valid
    @NotNull
    private BridgeTableConfiguration table = new BridgeTableConfiguration();

    /** Most rows of one claim, published and stamped in one transaction. */
    @JsonProperty
    @Range(min = 1, max = 10_000, message = "is ${validatedValue}; must be 1 to 10000: a claim holds its rows locked")
    private int batch = 500;

    /** From one round trip on the listening connection to the next. */
    @JsonProperty
    @NotNull
    @DurationRange(
            min = 100,
            max = 600_000,
            unit = TimeUnit.MILLISECONDS,
            message = "is ${validatedValue}; must be 100ms to 10m: for so long a connection may be dead unnoticed")
    private Duration probeInterval = Duration.seconds(10);

    @JsonProperty
    @NotNull
    @DurationRange(
            min = 100,
            max = 86_400_000,
            unit = TimeUnit.MILLISECONDS,
            message = "is ${validatedValue}; must be 100ms to 24h")
    private Duration sweepInterval = Duration.minutes(5);

    /** Age from which an unpublished row counts as left behind. */
    @JsonProperty
    @NotNull
    @DurationRange(
            min = 0,
            max = 86_400_000,
            unit = TimeUnit.MILLISECONDS,
            message = "is ${validatedValue}; must be 0s to 24h")
    private Duration stuckAge = Duration.seconds(30);

    @JsonProperty
    @JsonSetter(nulls = Nulls.SKIP)
    @Valid
    @NotNull
    private BridgeCleanupConfiguration cleanup = new BridgeCleanupConfiguration();

    @JsonProperty
    @JsonSetter(nulls = Nulls.SKIP)
    @Valid
    @NotNull
    private ReconnectConfiguration reconnect = new ReconnectConfiguration();

    @JsonProperty
    @JsonSetter(nulls = Nulls.SKIP)
    @Valid
    @NotNull
    private BridgeHealthConfiguration health = new BridgeHealthConfiguration();

    @JsonProperty
    @NotNull(message = "is missing; must be verbatim or deadLetter")
    private InvalidJson invalidJson = InvalidJson.VERBATIM;

    @JsonProperty
    @Resolved
    private String deadLetterQueue;

    /** Most notifications without a row that wait for the broker. */
    @JsonProperty
    @Range(min = 1, max = 1_000_000, message = "is ${validatedValue}; must be 1 to 1000000: they wait in memory")
    private int transientBuffer = 10_000;

    @SelfValidation
    public void rules(ViolationCollector violations) {
        if (channels == null || channels.isEmpty()) {
            violations.addViolation(
                    "channels", "is empty; name at least one, as in channels: {booking_event: {queue: bookings}}");
        } else {
            channels.forEach((name, channel) -> {
                SqlNames.check("channels", name, violations);
                if (channel == null) {
                    violations.addViolation("channels", name, "is empty; give its queue, as in {queue: bookings}");
                }
            });
        }
        if (invalidJson == InvalidJson.DEAD_LETTER) {
            QueueNames.check("deadLetterQueue", deadLetterQueue, violations);
        } else if (deadLetterQueue != null) {
            violations.addViolation(
                    "deadLetterQueue",
                    "is '" + deadLetterQueue + "', but invalidJson is verbatim; remove it, or set"
                            + " invalidJson: deadLetter");
        }
    }

    public Map<String, BridgeChannelConfiguration> channels() {
        return Collections.unmodifiableMap(channels);
    }

    public RabbitMqConfiguration rabbitmq() {
        return rabbitmq;
    }

    public boolean declare() {
        return declare;
    }

    public BridgeTableConfiguration table() {
        return table;
    }

    public int batch() {
        return batch;
    }

    public Duration probeInterval() {
        return probeInterval;
    }

    public Duration sweepInterval() {
        return sweepInterval;
    }

    public Duration stuckAge() {
        return stuckAge;
    }

    public BridgeCleanupConfiguration cleanup() {
        return cleanup;
    }

    public ReconnectConfiguration reconnect() {
        return reconnect;
    }

    public BridgeHealthConfiguration health() {
        return health;
    }

    public InvalidJson invalidJson() {
        return invalidJson;
    }

    /** Present where invalid JSON is to go there. */
    public Optional<String> deadLetterQueue() {
        return Optional.ofNullable(deadLetterQueue);
    }

    public int transientBuffer() {
        return transientBuffer;
    }
}
