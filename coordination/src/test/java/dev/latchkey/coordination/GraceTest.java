package dev.latchkey.coordination;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GraceTest {
    private static final Duration LENGTH = Duration.ofSeconds(10);

    private final ManualClock clock = new ManualClock();
    private final Member self = member("self", Set.of());

    @Test
    void aYoungSessionTakesWhatIsFreeOrItsOwn() {
        Grace grace = grace(() -> Map.of(1, "self", 2, "stranger"));
        assertThat(takeable(grace, self)).containsExactly(0, 1, 3);
    }

    @Test
    void aYoungSessionQueuesUpBehindAMemberThatIsThere() {
        Grace grace = grace(() -> Map.of(0, "other", 1, "absent", 3, "other"));
        assertThat(takeable(grace, self, member("other", Set.of(0, 3)))).containsExactly(0, 2, 3);
    }

    @Test
    void whatAMemberHeldMayBeTakenOnceItWasSeenAndVanished() {
        Grace grace = grace(() -> Map.of(2, "other"));
        assertThat(takeable(grace, self, member("other", Set.of()))).doesNotContain(2);
        assertThat(takeable(grace, self)).contains(2);
    }

    @Test
    void aNewSessionForgetsWhoWasSeen() {
        Grace grace = grace(() -> Map.of(2, "other"));
        takeable(grace, self, member("other", Set.of()));
        grace.begin();
        assertThat(takeable(grace, self)).doesNotContain(2);
    }

    @Test
    void nothingIsTakenWhileTheRecordFails() {
        Grace grace = grace(() -> {
            throw new IllegalStateException("no database");
        });
        assertThat(takeable(grace, self)).isEmpty();
    }

    @Test
    void afterTheGraceEverythingMayBeTakenAndTheRecordIsNotAsked() {
        Grace grace = grace(() -> {
            throw new AssertionError("asked");
        });
        clock.now = clock.now.plus(LENGTH);
        assertThat(grace.over()).isTrue();
        assertThat(takeable(grace, self, member("other", Set.of(0)))).containsExactly(0, 1, 2, 3);
    }

    private Grace grace(OwnershipRecord record) {
        CoordinationSettings settings =
                new CoordinationSettings("zk:2181", "/latchkey/test", LENGTH, Duration.ofSeconds(3), null, 4, self);
        Grace grace = new Grace(settings, record, clock);
        grace.begin();
        return grace;
    }

    private static List<Integer> takeable(Grace grace, Member... visible) {
        List<Member> members = List.of(visible);
        grace.saw(Set.copyOf(members.stream().map(Member::id).toList()));
        return IntStream.range(0, 4).filter(grace.takeable(members)).boxed().toList();
    }

    private static Member member(String id, Set<Integer> holds) {
        return new Member(id, "http://" + id, "1", Instant.EPOCH, holds);
    }

    private static final class ManualClock extends Clock {
        private Instant now = Instant.EPOCH;

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
