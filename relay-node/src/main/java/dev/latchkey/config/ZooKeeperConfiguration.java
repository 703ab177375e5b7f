package dev.latchkey.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.dropwizard.util.Duration;
import io.dropwizard.validation.DurationRange;
import io.dropwizard.validation.selfvalidating.SelfValidating;
import io.dropwizard.validation.selfvalidating.SelfValidation;
import io.dropwizard.validation.selfvalidating.ViolationCollector;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The ensemble that decides which node should own which shard. */
@SelfValidating
public final class ZooKeeperConfiguration {
    /** Servers as {@code host:port,host:port}. No chroot: one that vanished with the ensemble's data isn't made again. */
    @JsonProperty
    @NotBlank(message = "is missing; give the servers as host:port,host:port")
    @Pattern(
            regexp = "[^/]*",
            message =
                    "is '${validatedValue}'; must be host:port,host:port without a chroot: use zookeeper.path instead")
    @Resolved
    private String connect;

    /** How long a silent node is believed alive. Failover after a crash takes this long. */
    @JsonProperty
    @NotNull
    @DurationRange(
            min = 1,
            max = 300,
            unit = TimeUnit.SECONDS,
            message = "is ${validatedValue}; must be 1s to 300s: shorter, and a pause of the JVM costs ownership; "
                    + "longer, and a crash is noticed too late")
    private Duration sessionTimeout = Duration.seconds(10);

    /** How long one attempt to connect may take. */
    @JsonProperty
    @NotNull
    @DurationRange(
            min = 100,
            max = 60_000,
            unit = TimeUnit.MILLISECONDS,
            message = "is ${validatedValue}; must be 100ms to 60s")
    private Duration connectionTimeout = Duration.seconds(5);

    /** Parent of everything the relay keeps there; the cluster's name is added. */
    @JsonProperty
    @NotNull
    @Pattern(
            regexp = "(/[A-Za-z0-9_-][A-Za-z0-9._-]*)+",
            message = "is '${validatedValue}'; must be an absolute path of the characters A-Z a-z 0-9 . _ - without a "
                    + "slash at its end, as in /latchkey")
    private String path = "/latchkey";

    /** How long a new session takes nothing from an owner not known dead; by default the session timeout. */
    @JsonProperty
    @DurationRange(min = 0, max = 600, unit = TimeUnit.SECONDS, message = "is ${validatedValue}; must be 0s to 600s")
    private Duration grace;

    /** By default what the sink allows; see {@link RelayConfiguration#onCoordinationLoss}. */
    @JsonProperty
    private CoordinationLossPolicy onCoordinationLoss;

    @SelfValidation
    public void rules(ViolationCollector violations) {
        if (sessionTimeout != null
                && connectionTimeout != null
                && connectionTimeout.toMilliseconds() > sessionTimeout.toMilliseconds()) {
            violations.addViolation(
                    "connectionTimeout",
                    "is " + connectionTimeout + "; must not exceed sessionTimeout (" + sessionTimeout
                            + "), or a session ends before a second server is tried; lower it");
        }
    }

    public String connect() {
        return connect;
    }

    public Duration sessionTimeout() {
        return sessionTimeout;
    }

    public Duration connectionTimeout() {
        return connectionTimeout;
    }

    public String path() {
        return path;
    }

    public Duration grace() {
        return grace == null ? sessionTimeout : grace;
    }

    Optional<CoordinationLossPolicy> onCoordinationLoss() {
        return Optional.ofNullable(onCoordinationLoss);
    }
}
