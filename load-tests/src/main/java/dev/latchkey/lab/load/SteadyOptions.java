package dev.latchkey.lab.load;

import java.nio.file.Path;
import java.time.Duration;

/**
 * What to write, for how long, and to whom.
 *
 * @param rate events a second
 * @param warmUp written before the measurement, at the same rate
 */
record SteadyOptions(int rate, Duration runFor, Duration warmUp, int nodes, int lanes, Path relayJar) {}
