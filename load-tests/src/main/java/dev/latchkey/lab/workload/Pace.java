package dev.latchkey.lab.workload;

import java.time.Duration;

/** When events are due, whatever became of those before: an open loop. Pure. */
@FunctionalInterface
public interface Pace {
    /** One like the other. */
    Pace EVEN = (events, perSecond) -> Math.round(events * 1e9 / perSecond);

    /**
     * Nanoseconds from the start until the next event is due.
     *
     * @param events that were due before
     * @param perSecond on average
     */
    long dueNanos(double events, double perSecond);

    /** In each cycle nothing at first, then events {@code factor} times as fast, as many as an even pace would have. */
    static Pace bursts(Duration cycle, int factor) {
        double cycleNanos = cycle.toNanos();
        double idleNanos = cycleNanos - cycleNanos / factor;
        return (events, perSecond) -> {
            double eventsPerCycle = perSecond * cycleNanos / 1e9;
            double cycles = Math.floor(events / eventsPerCycle);
            double within = events - cycles * eventsPerCycle;
            return Math.round(cycles * cycleNanos + idleNanos + within * 1e9 / (perSecond * factor));
        };
    }
}
