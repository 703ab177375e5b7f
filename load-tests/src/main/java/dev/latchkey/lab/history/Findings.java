package dev.latchkey.lab.history;

import dev.latchkey.lab.history.Anomaly.Kind;
import dev.latchkey.lab.history.Checker.Event;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Collects anomalies and words them; times are seconds since the first commit of the history. */
final class Findings {
    private final long origin;
    private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
    private final List<Anomaly> listed = new ArrayList<>();

    Findings(History history) {
        this.origin = history.transactions().stream()
                .filter(transaction -> transaction.outcome() != Outcome.ROLLED_BACK)
                .mapToLong(Transaction::issuedNanos)
                .min()
                .orElse(0);
    }

    void lost(Event event) {
        String why = event.transaction().outcome() == Outcome.UNKNOWN ? ", of which other events were seen" : "";
        long issued = event.transaction().issuedNanos();
        add(Kind.LOST, event, issued, "%s%s".formatted(commit(event), why));
    }

    void reordered(Event seenBefore, Event event, Sighting sighting) {
        List<UUID> events = List.of(seenBefore.written().id(), event.written().id());
        String detail =
                "%s came at %s, after an event of %s".formatted(commit(event), place(sighting), commit(seenBefore));
        long from = Math.min(
                event.transaction().issuedNanos(), seenBefore.transaction().issuedNanos());
        add(new Anomaly(
                Kind.REORDERED, sighting.topic(), event.written().key(), events, from, sighting.nanos(), detail));
    }

    void phantom(Sighting sighting, String why) {
        List<UUID> events = sighting.id() == null ? List.of() : List.of(sighting.id());
        String detail = place(sighting) + ", " + why;
        long seen = sighting.nanos();
        add(new Anomaly(Kind.PHANTOM, sighting.topic(), sighting.key(), events, seen, seen, detail));
    }

    void duplicated(Event event, Sighting sighting) {
        add(Kind.DUPLICATED, event, sighting.nanos(), "again at %s; %s".formatted(place(sighting), commit(event)));
    }

    void corrupted(Event event, Sighting sighting) {
        add(
                Kind.CORRUPTED,
                event,
                sighting.nanos(),
                "%s; fingerprint %016x, written was %016x; %s"
                        .formatted(
                                place(sighting),
                                sighting.fingerprint(),
                                event.written().fingerprint(),
                                commit(event)));
    }

    void misrouted(Event event, Sighting sighting, String why) {
        add(Kind.MISROUTED, event, sighting.nanos(), "%s, %s; %s".formatted(place(sighting), why, commit(event)));
    }

    Verdict verdict(long committed, long delivered) {
        return new Verdict(committed, delivered, counts, listed, origin);
    }

    private void add(Kind kind, Event event, long until, String detail) {
        Written written = event.written();
        long from = event.transaction().issuedNanos();
        add(new Anomaly(kind, written.topic(), written.key(), List.of(written.id()), from, until, detail));
    }

    private void add(Anomaly anomaly) {
        long count = counts.merge(anomaly.kind(), 1L, Long::sum);
        if (count <= Verdict.LISTED_PER_KIND) {
            listed.add(anomaly);
        }
    }

    private String commit(Event event) {
        Transaction transaction = event.transaction();
        String returned = transaction.outcome() == Outcome.COMMITTED ? time(transaction.returnedNanos()) : "never";
        return "transaction %d event %d (commit issued %s, returned %s)"
                .formatted(transaction.id(), event.index(), time(transaction.issuedNanos()), returned);
    }

    private String place(Sighting sighting) {
        return "%s-%d@%d, seen %s"
                .formatted(sighting.topic(), sighting.partition(), sighting.offset(), time(sighting.nanos()));
    }

    private String time(long nanos) {
        return "%.6fs".formatted((nanos - origin) / 1e9);
    }
}
