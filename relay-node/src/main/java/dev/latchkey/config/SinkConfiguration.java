package dev.latchkey.config;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** Where events go. The key {@code type} chooses the broker, and with it the keys that follow. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = KafkaSinkConfiguration.class, name = "kafka"),
    @JsonSubTypes.Type(value = RabbitMqSinkConfiguration.class, name = "rabbitmq")
})
public interface SinkConfiguration {
    /** Whether a taker can stop a previous owner at the broker, so that an owner may go on without ZooKeeper. */
    boolean fencesPreviousOwner();
}
