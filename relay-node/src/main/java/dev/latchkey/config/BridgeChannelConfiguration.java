package dev.latchkey.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.dropwizard.validation.selfvalidating.SelfValidating;
import io.dropwizard.validation.selfvalidating.SelfValidation;
import io.dropwizard.validation.selfvalidating.ViolationCollector;

/** Where a channel's events go. */
@SelfValidating
public final class BridgeChannelConfiguration {
    @JsonProperty
    @Resolved
    private String queue;

    /** Whether no table backs the channel: fire and forget. */
    @JsonProperty("transient")
    private boolean transientOnly;

    @SelfValidation
    public void rules(ViolationCollector violations) {
        QueueNames.check("queue", queue, violations);
    }

    public String queue() {
        return queue;
    }

    public boolean transientOnly() {
        return transientOnly;
    }
}
