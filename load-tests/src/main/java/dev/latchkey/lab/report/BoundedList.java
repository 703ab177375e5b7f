package dev.latchkey.lab.report;

import java.util.ArrayList;
import java.util.List;

/** Keeps the first {@code limit} entries and counts the others. Not thread-safe. */
final class BoundedList<T> {
    private final int limit;
    private final List<T> kept = new ArrayList<>();
    private long dropped;

    BoundedList(int limit) {
        this.limit = limit;
    }

    void add(T entry) {
        if (kept.size() < limit) {
            kept.add(entry);
        } else {
            dropped++;
        }
    }

    List<T> kept() {
        return List.copyOf(kept);
    }

    long dropped() {
        return dropped;
    }
}
