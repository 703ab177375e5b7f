package dev.latchkey.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.latchkey.publish.rabbitmq.Destination;
import dev.latchkey.publish.rabbitmq.Template;
import io.dropwizard.validation.selfvalidating.SelfValidating;
import io.dropwizard.validation.selfvalidating.SelfValidation;
import io.dropwizard.validation.selfvalidating.ViolationCollector;

/** Events go to RabbitMQ: to an exchange with a routing key made of each, or straight to a queue. */
@SelfValidating
public final class RabbitMqSinkConfiguration extends RabbitMqConfiguration implements SinkConfiguration {
    private static final String EXCHANGE = "outbox.event";
    private static final String ROUTING_KEY = "<aggregatetype>";

    @JsonProperty
    private String exchange;

    @JsonProperty
    private String routingKey;

    @JsonProperty
    private String queue;

    /** Whether a missing exchange (topic, durable) or queue (quorum) is made at the start; else the node refuses. */
    @JsonProperty
    private boolean declare;

    @SelfValidation
    public void sinkRules(ViolationCollector violations) {
        template("exchange", exchange, violations);
        template("routingKey", routingKey, violations);
        if (queue == null) {
            return;
        }
        if (queue.isBlank()) {
            violations.addViolation("queue", "is empty; name the queue, or remove it to publish to an exchange");
        }
        if (exchange != null || routingKey != null) {
            violations.addViolation(
                    "queue", "is '" + queue + "', but exchange or routingKey is set as well; keep one of both ways");
        }
    }

    private static void template(String key, String text, ViolationCollector violations) {
        if (text == null) {
            return;
        }
        try {
            new Template(text);
        } catch (IllegalArgumentException e) {
            violations.addViolation(key, "is '" + text + "' and " + e.getMessage());
        }
    }

    /** RabbitMQ has no fence. */
    @Override
    public boolean fencesPreviousOwner() {
        return false;
    }

    public Destination destination() {
        return queue != null
                ? Destination.queue(queue)
                : new Destination(
                        new Template(exchange == null ? EXCHANGE : exchange),
                        new Template(routingKey == null ? ROUTING_KEY : routingKey));
    }

    public boolean declare() {
        return declare;
    }
}
