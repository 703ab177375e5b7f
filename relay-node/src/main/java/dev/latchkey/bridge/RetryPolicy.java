package dev.latchkey.bridge;

import java.time.Duration;

/**
 * How a lost connection is tried again: the n-th wait is {@code first * 2^n}, at most {@code max}.
 *
 * @param attempts tries after a loss before it is given up
 */
public record RetryPolicy(Duration first, Duration max, int attempts) {}
