package dev.latchkey.lane;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;

/**
 * How a lane paces itself. Immutable.
 *
 * @param minInterval from one read to the next when a read found few rows, so that small broker transactions don't multiply
 * @param maxInterval between reads when nothing is unsent
 * @param nanoTime the monotonic clock
 * @param random a random number from 0 up to and without the one given, so that waits of different nodes don't fall in step
 */
public record LaneSettings(
        String node, Duration minInterval, Duration maxInterval, LongSupplier nanoTime, LongUnaryOperator random) {}
