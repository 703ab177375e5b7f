package dev.latchkey.lab.report;

import dev.latchkey.lab.history.Anomaly;
import dev.latchkey.lab.history.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

/** The checker's verdicts of one run, added up: a long run is judged in segments. Not thread-safe. */
final class Judgement {
    private final Map<String, Long> counts = new LinkedHashMap<>();
    private final List<RunData.AnomalyData> anomalies = new ArrayList<>();
    private final List<String> breaches = new ArrayList<>();
    private long committed;
    private long delivered;

    Judgement() {
        for (Anomaly.Kind kind : Anomaly.Kind.values()) {
            counts.put(name(kind), 0L);
        }
    }

    void add(Verdict verdict) {
        committed += verdict.committed();
        delivered += verdict.delivered();
        verdict.counts().forEach((kind, count) -> counts.merge(name(kind), count, Long::sum));
        for (Anomaly anomaly : verdict.anomalies()) {
            String kind = name(anomaly.kind());
            if (anomalies.stream().filter(a -> a.kind().equals(kind)).count() < Verdict.LISTED_PER_KIND) {
                anomalies.add(data(kind, anomaly));
            }
        }
    }

    /** Something other than an anomaly by which the run failed. */
    void addBreach(String sentence) {
        breaches.add(sentence);
    }

    RunData.VerdictData data() {
        return new RunData.VerdictData(
                status(), sentence(), committed, delivered, new LinkedHashMap<>(counts), List.copyOf(anomalies));
    }

    private String status() {
        if (!breaches.isEmpty() || anomalous()) {
            return "broken";
        }
        return committed == 0 ? "unproven" : "kept";
    }

    private String sentence() {
        if (!breaches.isEmpty()) {
            return String.join("; ", breaches);
        }
        if (anomalous()) {
            return "the promise was broken";
        }
        return committed == 0
                ? "nothing was committed, so nothing is proven"
                : "every committed event arrived once and in order";
    }

    private boolean anomalous() {
        return counts.values().stream().anyMatch(count -> count > 0);
    }

    private static RunData.AnomalyData data(String kind, Anomaly anomaly) {
        List<String> ids = anomaly.events().stream().map(UUID::toString).toList();
        return new RunData.AnomalyData(kind, anomaly.topic(), anomaly.key(), ids, anomaly.detail());
    }

    private static String name(Anomaly.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }
}
