package dev.latchkey.lane;

import java.util.concurrent.ThreadLocalRandom;

/** How long to wait before the next try: doubling up to a cap, less a random part so that nodes don't come back in step. */
final class Backoff {
    private final long first;
    private final long cap;
    private long next;

    /** Both in nanoseconds. */
    Backoff(long first, long cap) {
        this.first = first;
        this.cap = cap;
        this.next = first;
    }

    /** Nanoseconds to wait now: between half of the step and all of it. */
    long next() {
        long step = next;
        next = Math.min(cap, step * 2);
        return step / 2 + ThreadLocalRandom.current().nextLong(step / 2 + 1);
    }

    void reset() {
        next = first;
    }
}
