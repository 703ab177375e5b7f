package dev.latchkey.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.dropwizard.validation.selfvalidating.SelfValidating;
import io.dropwizard.validation.selfvalidating.SelfValidation;
import io.dropwizard.validation.selfvalidating.ViolationCollector;
import org.hibernate.validator.constraints.Range;

/** The topic in which a lane's transaction names the events it holds; created by the first node. */
@SelfValidating
public final class ProgressTopicConfiguration {
    /** A lane uses one partition; more than the cluster's lanes are of no use. */
    @JsonProperty
    @Range(min = 1, max = 1000, message = "is ${validatedValue}; must be 1 to 1000")
    private int partitions = 8;

    /** -1 takes the brokers' default. */
    @JsonProperty
    private short replicationFactor = -1;

    @SelfValidation
    public void rules(ViolationCollector violations) {
        if (replicationFactor < 1 && replicationFactor != -1) {
            violations.addViolation(
                    "replicationFactor",
                    "is " + replicationFactor + "; must be 1 or more, or -1 for the brokers' default");
        }
    }

    public int partitions() {
        return partitions;
    }

    public short replicationFactor() {
        return replicationFactor;
    }
}
