package dev.latchkey.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import dev.latchkey.bridge.postgres.BridgeTable;
import io.dropwizard.validation.selfvalidating.SelfValidating;
import io.dropwizard.validation.selfvalidating.SelfValidation;
import io.dropwizard.validation.selfvalidating.ViolationCollector;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;

/** The names of the table behind the channels, as they stand in the database. */
@SelfValidating
public final class BridgeTableConfiguration {
    @JsonProperty
    @Resolved
    private String schema = BridgeTable.DEFAULT.schema();

    @JsonProperty
    @Resolved
    private String name = BridgeTable.DEFAULT.table();

    @JsonProperty
    @JsonSetter(nulls = Nulls.SKIP)
    @Valid
    @NotNull
    private BridgeColumnsConfiguration columns = new BridgeColumnsConfiguration();

    @SelfValidation
    public void rules(ViolationCollector violations) {
        SqlNames.check("schema", schema, violations);
        SqlNames.check("name", name, violations);
    }

    /** For SQL. */
    public BridgeTable names(String relaySchema) {
        return new BridgeTable(schema, name, relaySchema, columns.names());
    }
}
