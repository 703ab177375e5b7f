package dev.latchkey.publish.rabbitmq;

import com.rabbitmq.client.BuiltinExchangeType;
import dev.latchkey.failure.RetryableFailure;
import java.util.Map;
import java.util.Optional;

/**
 * Where events go.
 *
 * @param exchange empty for the default exchange, which takes a queue's name as routing key
 */
public record Destination(Template exchange, Template routingKey) {
    /** Straight to a queue. */
    public static Destination queue(String name) {
        return new Destination(new Template(""), new Template(name));
    }

    private boolean isQueue() {
        return exchange.text().isEmpty();
    }

    /** What isn't there and was to be; an exchange whose name hangs on the event can't be told before. */
    Optional<String> missing(BrokerConnection connection) throws RetryableFailure {
        if (isQueue()) {
            String queue = routingKey.text();
            return !routingKey.isConstant()
                            || connection.ask(
                                    "looking for queue " + queue, channel -> channel.queueDeclarePassive(queue))
                    ? Optional.empty()
                    : Optional.of("there is no queue '" + queue + "' in RabbitMQ");
        }
        String name = exchange.text();
        return !exchange.isConstant()
                        || connection.ask(
                                "looking for exchange " + name, channel -> channel.exchangeDeclarePassive(name))
                ? Optional.empty()
                : Optional.of("there is no exchange '" + name + "' in RabbitMQ");
    }

    /** Makes it: a durable topic exchange, or a quorum queue. */
    void declare(BrokerConnection connection) throws RetryableFailure {
        if (isQueue()) {
            connection.ask(
                    "declaring queue " + routingKey.text(),
                    channel -> channel.queueDeclare(
                            routingKey.text(), true, false, false, Map.of("x-queue-type", "quorum")));
        } else {
            connection.ask(
                    "declaring exchange " + exchange.text(),
                    channel -> channel.exchangeDeclare(exchange.text(), BuiltinExchangeType.TOPIC, true));
        }
    }
}
