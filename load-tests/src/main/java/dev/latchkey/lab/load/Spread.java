package dev.latchkey.lab.load;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Several measurements of one thing: the least, the middle, the most. One figure alone would hide how far they lie apart. */
record Spread(double min, double median, double max) {
    /** @throws IllegalArgumentException where there is nothing to sum up */
    static Spread of(List<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("no values");
        }
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        double median = sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
        return new Spread(sorted.get(0), median, sorted.get(sorted.size() - 1));
    }

    /**
     * Ours over theirs, round by round: what a round shares, such as a busy machine, then goes out of the ratio.
     *
     * @throws IllegalArgumentException where the two don't pair up
     */
    static Spread ofRatios(List<Double> ours, List<Double> theirs) {
        if (ours.size() != theirs.size()) {
            throw new IllegalArgumentException(
                    "%d figures of ours, %d of theirs".formatted(ours.size(), theirs.size()));
        }
        return of(IntStream.range(0, ours.size())
                .mapToObj(round -> ours.get(round) / theirs.get(round))
                .toList());
    }

    /** @param format of one number, e.g. {@code %,.0f} */
    String line(String format) {
        return String.format(Locale.ROOT, "min " + format + ", median " + format + ", max " + format, min, median, max);
    }
}
