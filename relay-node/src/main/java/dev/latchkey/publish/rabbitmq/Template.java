package dev.latchkey.publish.rabbitmq;

import dev.latchkey.failure.PoisonFailure;
import dev.latchkey.outbox.OutboxEvent;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A name made of an event, such as {@code orders.<aggregatetype>.<type>}. Immutable. */
public final class Template {
    private static final Pattern PLACEHOLDER = Pattern.compile("<([^<>]*)>");
    private static final Map<String, Function<OutboxEvent, String>> VALUES = Map.of(
            "aggregatetype",
            OutboxEvent::aggregateType,
            "aggregateid",
            event -> event.key() == null ? null : new String(event.key(), StandardCharsets.UTF_8),
            "type",
            OutboxEvent::type);

    /** The longest name that AMQP has room for, in bytes. */
    private static final int LONGEST = 255;

    private final String text;
    private final boolean constant;

    /** @throws IllegalArgumentException for a placeholder that there isn't; the message says which there are */
    public Template(String text) {
        Matcher matcher = PLACEHOLDER.matcher(text);
        while (matcher.find()) {
            if (!VALUES.containsKey(matcher.group(1))) {
                throw new IllegalArgumentException("holds " + matcher.group()
                        + "; the placeholders are <aggregatetype>, <aggregateid> and <type>");
            }
        }
        this.text = text;
        this.constant = !PLACEHOLDER.matcher(text).find();
    }

    /** Whether it is the same for every event. */
    boolean isConstant() {
        return constant;
    }

    String text() {
        return text;
    }

    @Override
    public String toString() {
        return text;
    }

    /** @throws PoisonFailure when the event has no value for a placeholder, or too long a one */
    String fill(OutboxEvent event) throws PoisonFailure {
        if (constant) {
            return text;
        }
        Matcher matcher = PLACEHOLDER.matcher(text);
        StringBuilder filled = new StringBuilder();
        while (matcher.find()) {
            String value = VALUES.get(matcher.group(1)).apply(event);
            if (value == null) {
                throw event.poison("'" + text + "' needs its " + matcher.group(1) + ", which is null", null);
            }
            matcher.appendReplacement(filled, Matcher.quoteReplacement(value));
        }
        String name = matcher.appendTail(filled).toString();
        int bytes = name.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > LONGEST) {
            throw event.poison("'%s' has %d bytes for it, and AMQP room for %d".formatted(text, bytes, LONGEST), null);
        }
        return name;
    }
}
