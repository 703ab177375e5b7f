package dev.latchkey.lab.workload;

import java.time.Duration;

/**
 * The character of a workload, whatever its rate.
 *
 * @param keys of each of three aggregates
 * @param skew exponent of Zipf's law: 0 spreads evenly, 1 makes few keys hot, 2 gives the hottest three of five events
 * @param largestPayload 0: JSON of some 330 bytes, now and then something odd; else sizes from empty to this many bytes,
 *     as many below a kilobyte as above ten
 */
public record Profile(
        int keys,
        double skew,
        EpisodeMix mix,
        Pace pace,
        LongTransactions longOnes,
        HugeTransactions hugeOnes,
        int largestPayload) {
    private static final Profile USUAL = new Profile(
            200,
            1.0,
            EpisodeMix.USUAL,
            Pace.EVEN,
            new LongTransactions(1, Duration.ofSeconds(3)),
            HugeTransactions.NONE,
            0);

    public Profile {
        if (keys < 1 || skew < 0 || largestPayload < 0) {
            throw new IllegalArgumentException("keys %d must be positive, skew %s and payload %d not negative"
                    .formatted(keys, skew, largestPayload));
        }
    }

    /** A bit of everything at an even pace: 200 hot and cold keys, a transaction of three seconds. */
    public static Profile usual() {
        return USUAL;
    }

    /** Nothing for nine seconds, then ten times the rate for one. */
    public static Profile burst() {
        return USUAL.pace(Pace.bursts(Duration.ofSeconds(10), 10));
    }

    /** Three of five events on one key of each aggregate. */
    public static Profile hotKey() {
        return new Profile(200, 2.0, USUAL.mix, USUAL.pace, USUAL.longOnes, USUAL.hugeOnes, 0);
    }

    /** Pairs of transactions on one key, each committed against insert order. */
    public static Profile overlap() {
        return new Profile(50, 1.0, EpisodeMix.CROSSING, USUAL.pace, USUAL.longOnes, USUAL.hugeOnes, 0);
    }

    public static Profile hugeTransaction(int rows, Duration every) {
        return new Profile(
                USUAL.keys,
                USUAL.skew,
                USUAL.mix,
                USUAL.pace,
                USUAL.longOnes,
                new HugeTransactions(rows, every),
                USUAL.largestPayload);
    }

    public static Profile longTransaction(int count, Duration open) {
        return USUAL.longOnes(new LongTransactions(count, open));
    }

    /** Payloads from none at all to 900 KB. */
    public static Profile mixedSizes() {
        return new Profile(USUAL.keys, USUAL.skew, USUAL.mix, USUAL.pace, USUAL.longOnes, USUAL.hugeOnes, 900_000);
    }

    /** The same with other long transactions. */
    public Profile longOnes(LongTransactions other) {
        return new Profile(keys, skew, mix, pace, other, hugeOnes, largestPayload);
    }

    private Profile pace(Pace other) {
        return new Profile(keys, skew, mix, other, longOnes, hugeOnes, largestPayload);
    }
}
