package dev.latchkey.lab.workload;

/**
 * What kinds of transactions writers make, in parts of a hundred; what is left over holds one event each.
 *
 * @param rolledBack undone after their inserts
 * @param crossing two transactions of one key, of which the one that inserts later commits first
 * @param several of two to six events
 */
public record EpisodeMix(int rolledBack, int crossing, int several) {
    private static final int ALL = 100;

    /** A bit of everything. */
    public static final EpisodeMix USUAL = new EpisodeMix(5, 10, 15);

    /** Every commit goes against insert order. */
    public static final EpisodeMix CROSSING = new EpisodeMix(0, ALL, 0);

    public EpisodeMix {
        if (Math.min(rolledBack, Math.min(crossing, several)) < 0 || rolledBack + crossing + several > ALL) {
            throw new IllegalArgumentException("parts %d, %d and %d must not be negative, and 100 together at the most"
                    .formatted(rolledBack, crossing, several));
        }
    }
}
