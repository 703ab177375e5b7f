package dev.latchkey.lab.workload;

import java.time.Duration;

/**
 * How much is written, and of what.
 *
 * @param eventsPerSecond over all writers, kept up whatever the database or the relay do (an open loop)
 * @param writers threads with two connections each
 * @param keys of each of three aggregates
 * @param skew exponent of Zipf's law: 0 spreads evenly, 1 makes few keys hot
 * @param longTransaction how long the one long transaction stays open; zero for none
 * @param maxEvents after which the writers end by themselves: a history lives in memory
 * @param seed of everything drawn
 */
public record WorkloadSettings(
        int eventsPerSecond, int writers, int keys, double skew, Duration longTransaction, long maxEvents, long seed) {

    public WorkloadSettings {
        if (eventsPerSecond < 1 || writers < 1 || keys < 1 || maxEvents < 1) {
            throw new IllegalArgumentException("rate %d, writers %d, keys %d and maximum %d must all be positive"
                    .formatted(eventsPerSecond, writers, keys, maxEvents));
        }
    }

    /** 500 events a second from four writers on 200 hot and cold keys, a transaction of three seconds, two million at most. */
    public static WorkloadSettings defaults() {
        return new WorkloadSettings(500, 4, 200, 1.0, Duration.ofSeconds(3), 2_000_000, 1);
    }

    public WorkloadSettings rate(int perSecond) {
        return new WorkloadSettings(perSecond, writers, keys, skew, longTransaction, maxEvents, seed);
    }

    public WorkloadSettings seed(long other) {
        return new WorkloadSettings(eventsPerSecond, writers, keys, skew, longTransaction, maxEvents, other);
    }

    public WorkloadSettings longTransaction(Duration open) {
        return new WorkloadSettings(eventsPerSecond, writers, keys, skew, open, maxEvents, seed);
    }
}
