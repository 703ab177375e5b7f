package dev.latchkey.lab.observe;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/** Latencies for one reader, who gets those since it last asked. The observer writes, one other thread reads. */
public final class LatencyTap {
    private static final int SIGNIFICANT_DIGITS = 3;

    private final Recorder sinceCommit = new Recorder(SIGNIFICANT_DIGITS);
    private final Recorder sinceDue = new Recorder(SIGNIFICANT_DIGITS);

    LatencyTap() {}

    void record(long nanosSinceCommit, long nanosSinceDue) {
        sinceCommit.recordValue(TimeUnit.NANOSECONDS.toMicros(nanosSinceCommit));
        sinceDue.recordValue(TimeUnit.NANOSECONDS.toMicros(nanosSinceDue));
    }

    /** Microseconds from the return of the commit to the sighting. */
    public Histogram sinceCommit() {
        return sinceCommit.getIntervalHistogram();
    }

    /** Microseconds from the moment at which the event was due to the sighting; never less than since the commit. */
    public Histogram sinceDue() {
        return sinceDue.getIntervalHistogram();
    }
}
