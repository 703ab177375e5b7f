package dev.latchkey.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import dev.latchkey.outbox.postgres.SettleMode;
import io.dropwizard.util.Duration;
import io.dropwizard.validation.DurationRange;
import io.dropwizard.validation.selfvalidating.SelfValidating;
import io.dropwizard.validation.selfvalidating.SelfValidation;
import io.dropwizard.validation.selfvalidating.ViolationCollector;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.util.concurrent.TimeUnit;

/** The table that events are read from, and what becomes of a row once its event is published. */
@SelfValidating
public final class OutboxConfiguration {
    private static final Duration DEFAULT_RETENTION = Duration.days(7);

    @JsonProperty
    @Resolved
    private String schema = "public";

    @JsonProperty
    @Resolved
    private String table = "outbox";

    @JsonProperty
    @JsonSetter(nulls = Nulls.SKIP)
    @Valid
    @NotNull
    private ColumnsConfiguration columns = new ColumnsConfiguration();

    @JsonProperty
    @NotNull(message = "is missing; must be delete or mark")
    private SettleMode settle = SettleMode.DELETE;

    /** How long stamped rows stay for replay and audit; of use only with {@code settle: mark}. */
    @JsonProperty
    @DurationRange(
            min = 1,
            max = 3650L * 24 * 60,
            unit = TimeUnit.MINUTES,
            message = "is ${validatedValue}; must be 1m to 3650d: a longer one means a larger table")
    private Duration retention;

    @JsonProperty
    @Valid
    private CleanupConfiguration cleanup;

    @SelfValidation
    public void rules(ViolationCollector violations) {
        SqlNames.check("schema", schema, violations);
        SqlNames.check("table", table, violations);
        if (settle == SettleMode.DELETE && retention != null) {
            violations.addViolation("retention", "is " + retention + onlyWhereMarked());
        }
        if (settle == SettleMode.DELETE && cleanup != null) {
            violations.addViolation("cleanup", "is set" + onlyWhereMarked());
        }
    }

    private static String onlyWhereMarked() {
        return ", but settle is delete, which keeps no published rows; remove it, or set settle: mark";
    }

    public String schema() {
        return schema;
    }

    public String table() {
        return table;
    }

    public ColumnsConfiguration columns() {
        return columns;
    }

    public SettleMode settle() {
        return settle;
    }

    public Duration retention() {
        return retention == null ? DEFAULT_RETENTION : retention;
    }

    public CleanupConfiguration cleanup() {
        return cleanup == null ? new CleanupConfiguration() : cleanup;
    }
}
