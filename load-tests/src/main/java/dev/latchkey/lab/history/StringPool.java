package dev.latchkey.lab.history;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Makes equal texts one: keys and topics come again and again, and a history holds them all. Thread-safe. */
final class StringPool {
    private static final int MOST = 100_000;

    private final Map<String, String> pool = new ConcurrentHashMap<>();

    /** Null stays null. Past so many different texts it gives back what it gets: they don't repeat then. */
    String one(String text) {
        if (text == null) {
            return null;
        }
        String known = pool.get(text);
        if (known != null) {
            return known;
        }
        if (pool.size() >= MOST) {
            return text;
        }
        String other = pool.putIfAbsent(text, text);
        return other == null ? text : other;
    }
}
