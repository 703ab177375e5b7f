package dev.latchkey.bridge;

/** The work of one of the bridge's threads, without the thread. Times in nanoseconds of one monotonic clock. */
interface Turn {
    /** Does what is due. Returns how long there is nothing to do unless somebody wakes the thread up. */
    long doWork(long now);

    void close();
}
