package dev.latchkey.lab.load;

import java.nio.file.Path;
import java.time.Duration;

/** What to do to an owner, and how often. */
record FailoverOptions(Signal signal, int times, int nodes, Duration sessionTimeout, Path relayJar) {
    /** How a node ends. */
    enum Signal {
        /** SIGKILL: it has no say. */
        kill,
        /** SIGTERM: it hands over. */
        term
    }
}
