package dev.latchkey.bridge.json;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Map;

/** Writes what {@link JsonReader} has read, without recursion. For one value and one thread. */
final class JsonWriter {
    private final StringBuilder out = new StringBuilder();
    private final Deque<Level> levels = new ArrayDeque<>();

    private JsonWriter() {}

    /** A container whose first values are written. */
    private record Level(boolean object, Iterator<Map.Entry<String, Object>> rest) {}

    static byte[] write(Object value) {
        JsonWriter writer = new JsonWriter();
        writer.begin(value);
        while (!writer.levels.isEmpty()) {
            writer.step(writer.levels.peek());
        }
        return writer.out.toString().getBytes(StandardCharsets.UTF_8);
    }

    private void step(Level level) {
        if (!level.rest().hasNext()) {
            out.append(level.object() ? '}' : ']');
            levels.pop();
            return;
        }
        Map.Entry<String, Object> next = level.rest().next();
        char last = out.charAt(out.length() - 1);
        if (last != '{' && last != '[') {
            out.append(',');
        }
        if (level.object()) {
            out.append(JsonStrings.quoted(next.getKey())).append(':');
        }
        begin(next.getValue());
    }

    private void begin(Object value) {
        if (value instanceof JsonContainer container) {
            out.append(container.isObject() ? '{' : '[');
            levels.push(new Level(container.isObject(), container.members()));
        } else {
            out.append(value);
        }
    }
}
