package dev.latchkey.lab.demo;

import java.time.Duration;

/**
 * The numbers of one moment.
 *
 * @param committedPerSecond since the last status, like the other rate and the two latencies
 * @param p50Millis from the return of a commit until a reader of committed records had the event
 * @param owners see {@link ShardOwners#compact()}
 */
record Status(
        Duration elapsed,
        long committedPerSecond,
        long deliveredPerSecond,
        long backlog,
        double p50Millis,
        double p99Millis,
        String owners) {}
