package dev.latchkey.lab.load;

import java.util.ArrayList;
import java.util.List;

/**
 * How a backlog went down, from the first progress on: what nodes need to start is no part of it. For one thread.
 *
 * <p>Pure: the caller gives the time, in nanoseconds.
 */
final class DrainCurve {
    private static final long SECOND = 1_000_000_000L;

    private final long rows;
    private final List<Point> points = new ArrayList<>();

    private record Point(long nanos, long unsent) {}

    DrainCurve(long rows) {
        this.rows = rows;
    }

    /** @param unsent at this time; ignored while it is the whole backlog */
    void add(long nanos, long unsent) {
        if (unsent < rows || !points.isEmpty()) {
            points.add(new Point(nanos, unsent));
        }
    }

    boolean hasBegun() {
        return !points.isEmpty();
    }

    boolean isOver() {
        return hasBegun() && last().unsent == 0;
    }

    /** From the first progress to the last. */
    double seconds() {
        return hasBegun() ? (last().nanos - points.get(0).nanos) / (double) SECOND : 0;
    }

    /** 0 when all was gone before there was a second look. */
    long perSecond() {
        return points.size() < 2 ? 0 : rate(points.get(0), last());
    }

    /** The highest rate over any stretch of a second or a little more; that of all when there was no such stretch. */
    long bestSecond() {
        long best = 0;
        int from = 0;
        for (Point to : points) {
            while (from + 1 < points.size() && to.nanos - points.get(from + 1).nanos >= SECOND) {
                from++;
            }
            if (to.nanos - points.get(from).nanos >= SECOND) {
                best = Math.max(best, rate(points.get(from), to));
            }
        }
        return best == 0 ? perSecond() : best;
    }

    private static long rate(Point from, Point to) {
        return Math.round((from.unsent - to.unsent) * (double) SECOND / Math.max(1, to.nanos - from.nanos));
    }

    private Point last() {
        return points.get(points.size() - 1);
    }
}
