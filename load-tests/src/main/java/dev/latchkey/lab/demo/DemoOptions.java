package dev.latchkey.lab.demo;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * What was asked for.
 *
 * @param runFor empty: until Ctrl-C
 * @param killEvery empty: kill nothing
 */
record DemoOptions(
        Optional<Duration> runFor, int rate, int nodes, int shards, Optional<Duration> killEvery, Path relayJar) {}
