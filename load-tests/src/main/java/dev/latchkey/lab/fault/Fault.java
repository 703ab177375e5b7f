package dev.latchkey.lab.fault;

import java.time.Duration;

/** A way in which the world breaks for a while. Stateless, so that one may strike twice at once; thread-safe. */
public interface Fault {
    /** As a person types it, such as {@code zookeeper-away}. */
    String name();

    /** What the relay has to stand, in words. */
    String goal();

    Part part();

    /** The shortest and the longest time that it is worth lasting. */
    Span span();

    /** Breaks, waits and mends; returns when the world is whole again, though the relay need not have recovered. */
    void strike(World world, Blow blow);

    /** What a fault breaks; two faults that break the same never overlap. */
    enum Part {
        NODE,
        DATABASE,
        BROKER,
        ENSEMBLE,
        LINK,
        CLOCK
    }

    /** From {@code least} to {@code most}, both included. */
    record Span(Duration least, Duration most) {
        static Span seconds(int least, int most) {
            return new Span(Duration.ofSeconds(least), Duration.ofSeconds(most));
        }
    }
}
