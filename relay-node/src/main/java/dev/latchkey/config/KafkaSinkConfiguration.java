package dev.latchkey.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.dropwizard.validation.selfvalidating.SelfValidating;
import io.dropwizard.validation.selfvalidating.SelfValidation;
import io.dropwizard.validation.selfvalidating.ViolationCollector;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Events go to Kafka, topic {@code topicPrefix + aggregatetype}, key {@code aggregateid}. */
@SelfValidating
public final class KafkaSinkConfiguration implements SinkConfiguration {
    @JsonProperty
    @NotBlank(message = "is missing; give the brokers as host:port,host:port")
    @Resolved
    private String bootstrapServers;

    @JsonProperty
    @NotNull
    @Pattern(
            regexp = "[A-Za-z0-9._-]{0,200}",
            message = "is '${validatedValue}'; must be at most 200 of the characters Kafka allows in a topic: "
                    + "A-Z a-z 0-9 . _ -")
    private String topicPrefix = "outbox.event.";

    @JsonProperty
    @NotNull(message = "is missing; must be exactlyOnce or atLeastOnce")
    private Delivery delivery = Delivery.EXACTLY_ONCE;

    @JsonProperty
    @JsonSetter(nulls = Nulls.SKIP)
    @Valid
    @NotNull
    private ProgressTopicConfiguration progressTopic = new ProgressTopicConfiguration();

    /** Further properties of Kafka's clients, as Kafka documents them. */
    @JsonProperty
    @JsonSetter(nulls = Nulls.SKIP)
    @NotNull
    private Map<String, String> properties = Map.of();

    /** A mounted file of further properties, for those that hold secrets; wins over {@code properties}. */
    @JsonProperty
    private Path propertiesFile;

    @SelfValidation
    public void rules(ViolationCollector violations) {
        if (properties != null) {
            KafkaPropertyRules.check("properties", properties, violations);
        }
        if (propertiesFile == null) {
            return;
        }
        if (Files.isReadable(propertiesFile)) {
            KafkaPropertyRules.check("propertiesFile", PropertiesFile.read(propertiesFile), violations);
        } else {
            violations.addViolation(
                    "propertiesFile",
                    "is '" + propertiesFile + "', which can't be read; mount it, or correct the path");
        }
    }

    @Override
    public boolean fencesPreviousOwner() {
        return delivery == Delivery.EXACTLY_ONCE;
    }

    /**
     * What every Kafka client of the node starts from: the servers, the properties and those of the file. May hold
     * secrets: not to be logged.
     *
     * @throws java.io.UncheckedIOException when the properties file can't be read
     */
    public Map<String, Object> clientProperties() {
        Map<String, Object> client = new LinkedHashMap<>(properties);
        if (propertiesFile != null) {
            client.putAll(PropertiesFile.read(propertiesFile));
        }
        client.put("bootstrap.servers", bootstrapServers);
        return client;
    }

    public String bootstrapServers() {
        return bootstrapServers;
    }

    public String topicPrefix() {
        return topicPrefix;
    }

    public Delivery delivery() {
        return delivery;
    }

    public ProgressTopicConfiguration progressTopic() {
        return progressTopic;
    }
}
