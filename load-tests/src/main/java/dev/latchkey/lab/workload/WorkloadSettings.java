package dev.latchkey.lab.workload;

import java.time.Duration;

/**
 * How much is written, and of what.
 *
 * @param eventsPerSecond over all writers, kept up whatever the database or the relay do (an open loop)
 * @param writers threads with two connections each
 * @param maxEvents after which the writers end by themselves: a history lives in memory
 * @param seed of everything drawn
 */
public record WorkloadSettings(int eventsPerSecond, int writers, long maxEvents, long seed, Profile profile) {

    public WorkloadSettings {
        if (eventsPerSecond < 1 || writers < 1 || maxEvents < 1) {
            throw new IllegalArgumentException("rate %d, writers %d and maximum %d must all be positive"
                    .formatted(eventsPerSecond, writers, maxEvents));
        }
    }

    /** 500 events a second from four writers, a bit of everything, two million at most. */
    public static WorkloadSettings defaults() {
        return new WorkloadSettings(500, 4, 2_000_000, 1, Profile.usual());
    }

    public WorkloadSettings rate(int perSecond) {
        return new WorkloadSettings(perSecond, writers, maxEvents, seed, profile);
    }

    public WorkloadSettings seed(long other) {
        return new WorkloadSettings(eventsPerSecond, writers, maxEvents, other, profile);
    }

    public WorkloadSettings maxEvents(long most) {
        return new WorkloadSettings(eventsPerSecond, writers, most, seed, profile);
    }

    public WorkloadSettings profile(Profile other) {
        return new WorkloadSettings(eventsPerSecond, writers, maxEvents, seed, other);
    }

    /** One long transaction at a time, open for this long. */
    public WorkloadSettings longTransaction(Duration open) {
        return profile(profile.longOnes(new LongTransactions(1, open)));
    }
}
