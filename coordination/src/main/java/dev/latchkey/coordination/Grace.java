package dev.latchkey.coordination;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a node may take while its session is young. After the ensemble was away members come back one by one; the first
 * one sees nobody, and must not take everything from owners who are merely a second later.
 *
 * <p>Belongs to the coordinator's thread.
 */
final class Grace {
    private static final Logger log = LoggerFactory.getLogger(Grace.class);

    private final String self;
    private final Duration length;
    private final OwnershipRecord record;
    private final Clock clock;
    private final Set<String> seen = new HashSet<>();
    private Set<String> visible = Set.of();
    private Instant end;
    private boolean recordFailed;

    Grace(CoordinationSettings settings, OwnershipRecord record, Clock clock) {
        this.self = settings.self().id();
        this.length = settings.grace();
        this.record = record;
        this.clock = clock;
        this.end = Instant.MAX;
    }

    /** A new session began, or the ensemble forgot us: whom we saw before says nothing about who is alive. */
    void begin() {
        seen.clear();
        visible = Set.of();
        end = clock.instant().plus(length);
    }

    boolean over() {
        return !clock.instant().isBefore(end);
    }

    Duration left() {
        return over() ? Duration.ZERO : Duration.between(clock.instant(), end);
    }

    void saw(Set<String> members) {
        seen.addAll(members);
        visible = Set.copyOf(members);
    }

    /** Which shards may be taken now, given what is visible. Reads the record, once, while the grace lasts. */
    IntPredicate takeable(List<Member> members) {
        if (over()) {
            return shard -> true;
        }
        Map<Integer, String> holders = holders();
        if (holders == null) {
            return shard -> false;
        }
        return shard -> isHeldByAnother(members, shard) || mayFollow(holders.get(shard));
    }

    /** Queueing up behind a member that is there takes nothing: the shard comes when that member has drained it. */
    private boolean isHeldByAnother(List<Member> members, int shard) {
        return members.stream()
                .anyMatch(member -> !member.id().equals(self) && member.holds().contains(shard));
    }

    /** Whether the fence's word on a shard is no obstacle: free, our own, or held by one that we saw alive and then vanish. */
    private boolean mayFollow(String holder) {
        return holder == null || holder.equals(self) || (seen.contains(holder) && !visible.contains(holder));
    }

    /** Null when the record can't be read: then every shard counts as held. */
    private Map<Integer, String> holders() {
        try {
            Map<Integer, String> holders = record.holders();
            recordFailed = false;
            return holders;
        } catch (Exception e) {
            if (!recordFailed) {
                log.warn("{} can't read who holds the shards, takes none for {}: {}", self, left(), e.toString());
            }
            recordFailed = true;
            return null;
        }
    }
}
