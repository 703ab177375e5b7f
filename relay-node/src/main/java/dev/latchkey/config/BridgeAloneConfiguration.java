package dev.latchkey.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.latchkey.bridge.postgres.BridgeTable;
import io.dropwizard.core.Configuration;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;

/** Everything that the bridge is told where it runs alone: no cluster, no ZooKeeper, no outbox. */
public final class BridgeAloneConfiguration extends Configuration {
    @JsonProperty
    @Valid
    @NotNull(message = "is missing; give at least database.url")
    private DatabaseConfiguration database;

    @JsonProperty
    @Valid
    @NotNull(message = "is missing; give at least bridge.channels and bridge.rabbitmq")
    private BridgeConfiguration bridge;

    public DatabaseConfiguration database() {
        return database;
    }

    public BridgeConfiguration bridge() {
        return bridge;
    }

    /** The names of the table behind the channels, for SQL. */
    public BridgeTable bridgeTable() {
        return bridge.table().names(database.relaySchema());
    }
}
