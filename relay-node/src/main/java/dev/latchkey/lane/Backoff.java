package dev.latchkey.lane;

import java.util.function.LongUnaryOperator;

/** How long to wait before the next try: doubling up to a cap, less a random part so that nodes don't come back in step. */
final class Backoff {
    private final long first;
    private final long cap;
    private final LongUnaryOperator random;
    private long next;

    /**
     * Times in nanoseconds.
     *
     * @param random see {@link LaneSettings}
     */
    Backoff(long first, long cap, LongUnaryOperator random) {
        this.first = first;
        this.cap = cap;
        this.random = random;
        this.next = first;
    }

    /** Nanoseconds to wait now: between half of the step and all of it. */
    long next() {
        long step = next;
        next = Math.min(cap, step * 2);
        return step / 2 + random.applyAsLong(step / 2 + 1);
    }

    void reset() {
        next = first;
    }
}
