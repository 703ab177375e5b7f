package dev.latchkey.bridge;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Notifications without a row, on their way to the broker. When it is full the oldest gives way, so that the listener
 * never waits for the broker. Thread-safe.
 */
final class TransientBuffer {
    private final int capacity;

    // Guarded by this.
    private final Deque<Notification> waiting = new ArrayDeque<>();

    TransientBuffer(int capacity) {
        this.capacity = capacity;
    }

    /** Returns false when the oldest had to give way. */
    synchronized boolean add(Notification notification) {
        boolean room = waiting.size() < capacity;
        if (!room) {
            waiting.removeFirst();
        }
        waiting.addLast(notification);
        return room;
    }

    /** The oldest, at most so many, taken out. */
    synchronized List<Notification> take(int limit) {
        List<Notification> taken = new ArrayList<>();
        while (taken.size() < limit && !waiting.isEmpty()) {
            taken.add(waiting.removeFirst());
        }
        return taken;
    }

    /** Puts back what was taken, before all others, as far as there is room. Returns how many there was no room for. */
    synchronized int putBack(List<Notification> taken) {
        int room = Math.min(taken.size(), capacity - waiting.size());
        int lost = taken.size() - room;
        for (int i = taken.size() - 1; i >= lost; i--) {
            waiting.addFirst(taken.get(i));
        }
        return lost;
    }

    synchronized void clear() {
        waiting.clear();
    }
}
