package dev.latchkey.outbox;

/**
 * A place in the broker's progress log. Everything a lane has published up to its mark is settled; what it wrote beyond is
 * in doubt after a crash.
 *
 * @param partition partition of the progress topic
 * @param offset offset of the last settled progress record, or of the last record before the lane's first
 */
public record ProgressMark(int partition, long offset) {
    /** For brokers, and modes of delivery, that keep no progress. */
    public static final ProgressMark NONE = new ProgressMark(-1, -1);
}
