package dev.latchkey.lab.history;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the checker found.
 *
 * @param committed events of transactions that committed, those included whose commit only the broker proves
 * @param delivered how many of them were seen
 * @param counts of every kind, zeros included
 * @param anomalies the first of every kind, at most {@link #LISTED_PER_KIND} each
 * @param originNanos from where their details count seconds
 */
public record Verdict(
        long committed, long delivered, Map<Anomaly.Kind, Long> counts, List<Anomaly> anomalies, long originNanos) {
    /** Enough to see a pattern; a run that fails altogether must not print millions of lines. */
    public static final int LISTED_PER_KIND = 100;

    public Verdict {
        Map<Anomaly.Kind, Long> all = new EnumMap<>(Anomaly.Kind.class);
        for (Anomaly.Kind kind : Anomaly.Kind.values()) {
            all.put(kind, counts.getOrDefault(kind, 0L));
        }
        counts = Collections.unmodifiableMap(all);
        anomalies = List.copyOf(anomalies);
    }

    /** Whether nothing was found at all. */
    public boolean isClean() {
        return isClean(Promise.EXACTLY_ONCE);
    }

    /** Whether nothing was found that breaks the promise. */
    public boolean isClean(Promise promise) {
        return counts.entrySet().stream().allMatch(e -> e.getValue() == 0 || promise.allows(e.getKey()));
    }

    public long count(Anomaly.Kind kind) {
        return counts.get(kind);
    }

    /** One line of numbers. */
    public String summary() {
        Stream<String> numbers = Stream.concat(
                Stream.of("committed " + committed, "delivered " + delivered),
                counts.entrySet().stream().map(e -> e.getKey().name().toLowerCase(Locale.ROOT) + " " + e.getValue()));
        return numbers.collect(Collectors.joining(", "));
    }

    /** The summary, and every listed anomaly on a line of its own. */
    @Override
    public String toString() {
        return Stream.concat(Stream.of(summary()), anomalies.stream().map(Anomaly::toString))
                .collect(Collectors.joining("\n"));
    }
}
