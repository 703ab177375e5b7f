package dev.latchkey.lab.observe;

import org.HdrHistogram.Histogram;

/** Records in a history what arrives at a broker, with the time since its commit. Thread-safe. */
public interface EventObserver extends AutoCloseable {
    /** Begins; what is published from the return of this on is seen. */
    EventObserver start();

    /** Latencies of what is seen from now on, for one more reader. */
    LatencyTap tap();

    /** Microseconds from the return of the commit to the sighting, of the events seen since the last call. */
    Histogram latenciesSinceLastCall();

    /** Stops reading; what was seen is recorded. */
    @Override
    void close();
}
