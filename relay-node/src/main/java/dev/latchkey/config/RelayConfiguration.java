package dev.latchkey.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import dev.latchkey.bridge.postgres.BridgeTable;
import dev.latchkey.outbox.postgres.OutboxTable;
import io.dropwizard.core.Configuration;
import io.dropwizard.validation.selfvalidating.SelfValidating;
import io.dropwizard.validation.selfvalidating.SelfValidation;
import io.dropwizard.validation.selfvalidating.ViolationCollector;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.util.Optional;
import org.hibernate.validator.constraints.Range;

/** Everything a node is told at its start, Dropwizard's server, logging and metrics included. */
@SelfValidating
public final class RelayConfiguration extends Configuration {
    @JsonProperty
    @JsonSetter(nulls = Nulls.SKIP)
    @Valid
    @NotNull
    private NodeConfiguration node = new NodeConfiguration();

    /** Prefix of transactional ids and of the progress topic; two clusters on one broker need two names. */
    @JsonProperty
    @NotNull(message = "is missing; name the cluster, as in cluster: orders")
    @Pattern(
            regexp = "[a-z0-9-]{1,64}",
            message = "is '${validatedValue}'; must be 1 to 64 of the characters a-z 0-9 -")
    private String cluster;

    /** Units of ownership; recorded in the database by the first node, and the same on all. */
    @JsonProperty
    @Range(
            min = 1,
            max = 256,
            message =
                    "is ${validatedValue}; must be 1 to 256: the hash ring has 256 slots, and a shard is at least one")
    private int shards = 16;

    /** Workers of this node, each with a thread, a database connection and a producer. */
    @JsonProperty
    @Range(
            min = 1,
            max = 16,
            message = "is ${validatedValue}; must be 1 to 16: each lane is one more broker transaction at a time")
    private int lanes = 2;

    @JsonProperty
    @Valid
    @NotNull(message = "is missing; give at least zookeeper.connect")
    private ZooKeeperConfiguration zookeeper;

    @JsonProperty
    @Valid
    @NotNull(message = "is missing; give at least database.url")
    private DatabaseConfiguration database;

    @JsonProperty
    @JsonSetter(nulls = Nulls.SKIP)
    @Valid
    @NotNull
    private OutboxConfiguration outbox = new OutboxConfiguration();

    @JsonProperty
    @JsonSetter(nulls = Nulls.SKIP)
    @Valid
    @NotNull
    private PollConfiguration poll = new PollConfiguration();

    @JsonProperty
    @JsonSetter(nulls = Nulls.SKIP)
    @Valid
    @NotNull
    private OrderingConfiguration ordering = new OrderingConfiguration();

    @JsonProperty
    @Valid
    @NotNull(message = "is missing; give at least sink.type and sink.bootstrapServers")
    private SinkConfiguration sink;

    /** Absent where this cluster runs no bridge. */
    @JsonProperty
    @Valid
    private BridgeConfiguration bridge;

    @SelfValidation
    public void rules(ViolationCollector violations) {
        if (zookeeper != null
                && sink != null
                && !sink.fencesPreviousOwner()
                && onCoordinationLoss() == CoordinationLossPolicy.CONTINUE) {
            violations.addViolation(
                    "zookeeper.onCoordinationLoss",
                    "is continue, but this sink can't fence a previous owner, which could then publish out of order; "
                            + "set pause, or sink.delivery: exactlyOnce");
        }
    }

    /** What an owner does without ZooKeeper: as configured, else {@code continue} where the sink can fence it. */
    public CoordinationLossPolicy onCoordinationLoss() {
        CoordinationLossPolicy byDefault =
                sink.fencesPreviousOwner() ? CoordinationLossPolicy.CONTINUE : CoordinationLossPolicy.PAUSE;
        return zookeeper.onCoordinationLoss().orElse(byDefault);
    }

    /** The names of table, columns and relay schema, for SQL. */
    public OutboxTable outboxTable() {
        return new OutboxTable(
                outbox.schema(),
                outbox.table(),
                database.relaySchema(),
                outbox.columns().names());
    }

    /** The names of the table behind the bridge's channels, for SQL. Only where there is a bridge. */
    public BridgeTable bridgeTable() {
        return bridge.table().names(database.relaySchema());
    }

    public NodeConfiguration node() {
        return node;
    }

    public String cluster() {
        return cluster;
    }

    public int shards() {
        return shards;
    }

    public int lanes() {
        return lanes;
    }

    public ZooKeeperConfiguration zookeeper() {
        return zookeeper;
    }

    public DatabaseConfiguration database() {
        return database;
    }

    public OutboxConfiguration outbox() {
        return outbox;
    }

    public PollConfiguration poll() {
        return poll;
    }

    public OrderingConfiguration ordering() {
        return ordering;
    }

    public SinkConfiguration sink() {
        return sink;
    }

    public Optional<BridgeConfiguration> bridge() {
        return Optional.ofNullable(bridge);
    }
}
