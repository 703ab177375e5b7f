package dev.latchkey.bridge;

import java.time.Duration;
import java.util.Optional;

/** How long to wait before the next try: doubling up to a limit, for a limited number of tries. Used by one thread. */
final class RetryDelays {
    private final RetryPolicy policy;
    private int failed;

    RetryDelays(RetryPolicy policy) {
        this.policy = policy;
    }

    /** The wait before the next try; empty when there has been the last. */
    Optional<Duration> next() {
        return failed < policy.attempts() ? Optional.of(wait(failed++)) : Optional.empty();
    }

    /** The same without an end to the tries. */
    Duration nextForever() {
        return wait(failed++);
    }

    private Duration wait(int tries) {
        // 2^30 seconds lie beyond every limit; a larger shift would wrap around.
        Duration doubled = policy.first().multipliedBy(1L << Math.min(tries, 30));
        return doubled.compareTo(policy.max()) < 0 ? doubled : policy.max();
    }

    int failed() {
        return failed;
    }

    void reset() {
        failed = 0;
    }
}
