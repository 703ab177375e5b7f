package dev.latchkey.lab.verdict;

import dev.latchkey.lab.history.Anomaly;
import dev.latchkey.lab.history.Ownership;
import dev.latchkey.lab.history.OwnershipTimeline;
import dev.latchkey.lab.history.Shards;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An anomaly as a person reads it: what happened to which events, and whose their shard was around that time. */
public final class AnomalyText {
    /** A takeover is noticed late, and what it broke may come before or after. */
    private static final long MARGIN_NANOS = Duration.ofSeconds(10).toNanos();

    private static final int CHANGES_SHOWN = 8;
    private static final int KEY_SHOWN = 60;

    private final OwnershipTimeline owners;
    private final long originNanos;

    /** @param originNanos from where seconds are counted, of {@link dev.latchkey.lab.history.Verdict#originNanos()} */
    public AnomalyText(OwnershipTimeline owners, long originNanos) {
        this.owners = owners;
        this.originNanos = originNanos;
    }

    /** Two or three lines. */
    public String lines(Anomaly anomaly) {
        String first = "%s in %s, key %s, %s"
                .formatted(anomaly.kind(), anomaly.topic(), key(anomaly.key()), events(anomaly.events()));
        return Stream.of(first, "    " + anomaly.detail(), shard(anomaly))
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining(System.lineSeparator()));
    }

    private static String key(String key) {
        if (key == null) {
            return "none";
        }
        String shown = key.length() > KEY_SHOWN ? key.substring(0, KEY_SHOWN) + "..." : key;
        return '"' + shown.replace("\n", "\\n").replace("\t", "\\t") + '"';
    }

    private static String events(List<UUID> events) {
        return switch (events.size()) {
            case 0 -> "no event id";
            case 1 -> "event " + events.get(0);
            default -> "events " + events.stream().map(UUID::toString).collect(Collectors.joining(" and "));
        };
    }

    /** Empty where nobody told who owned what, or nothing says which shard it is about. */
    private String shard(Anomaly anomaly) {
        int shards = owners.shards();
        if (shards == 0 || anomaly.key() == null && anomaly.events().isEmpty()) {
            return "";
        }
        UUID event = anomaly.events().isEmpty() ? null : anomaly.events().get(0);
        int shard = Shards.of(anomaly.key(), event, shards);
        return "    shard %d: %s".formatted(shard, history(shard, anomaly.fromNanos(), anomaly.toNanos()));
    }

    private String history(int shard, long from, long to) {
        Stream<Ownership> before = owners.at(shard, from - MARGIN_NANOS - 1).stream();
        List<Ownership> changes = Stream.concat(
                        before, owners.between(shard, from - MARGIN_NANOS, to + MARGIN_NANOS).stream())
                .toList();
        if (changes.isEmpty()) {
            return "owner unknown at that time";
        }
        String more = changes.size() > CHANGES_SHOWN ? "; " + (changes.size() - CHANGES_SHOWN) + " changes more" : "";
        return changes.stream().limit(CHANGES_SHOWN).map(this::owner).collect(Collectors.joining("; ")) + more;
    }

    private String owner(Ownership ownership) {
        String who = ownership.owner().isEmpty() ? "nobody's" : ownership.owner() + "'s";
        String epoch = ownership.epoch() < 0 ? "" : " in epoch " + ownership.epoch();
        return String.format(
                Locale.ROOT, "%s%s from %.3fs on", who, epoch, (ownership.sinceNanos() - originNanos) / 1e9);
    }
}
