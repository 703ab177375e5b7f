package dev.latchkey.lab.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** One test for each anomaly, and one for each thing that looks like one and is none. */
class CheckerTest {
    private final HistoryBuilder h = new HistoryBuilder();
    private final Written a = h.event("k");
    private final Written b = h.event("k");

    @Test
    void committedAndUnseenIsLost() {
        h.transaction(Outcome.COMMITTED, 10, 20, a);

        assertOnly(Anomaly.Kind.LOST, a);
        assertThat(Checker.check(h.build()).delivered()).isZero();
    }

    @Test
    void laterCommitSeenFirstIsReordered() {
        h.transaction(Outcome.COMMITTED, 10, 20, a);
        h.transaction(Outcome.COMMITTED, 21, 30, b);
        h.saw(b).saw(a);

        assertOnly(Anomaly.Kind.REORDERED, b, a);
    }

    @Test
    void insertOrderWithinATransactionIsOrder() {
        h.transaction(Outcome.COMMITTED, 10, 20, a, b);
        h.saw(b).saw(a);

        assertOnly(Anomaly.Kind.REORDERED, b, a);
    }

    @Test
    void overlappingCommitsMayComeInEitherOrder() {
        h.transaction(Outcome.COMMITTED, 10, 21, a);
        h.transaction(Outcome.COMMITTED, 20, 30, b);
        h.saw(b).saw(a);

        assertClean();
    }

    @Test
    void earlierInsertThatCommittedLaterMayComeLater() {
        h.transaction(Outcome.COMMITTED, 50, 60, a);
        h.transaction(Outcome.COMMITTED, 10, 20, b);
        h.saw(b).saw(a);

        assertClean();
    }

    @Test
    void otherKeysAndOtherTopicsHaveNoOrder() {
        Written other = h.event("other");
        h.transaction(Outcome.COMMITTED, 10, 20, a);
        h.transaction(Outcome.COMMITTED, 21, 30, other);
        h.saw(other).saw(a);

        assertClean();
    }

    @Test
    void eventsWithoutKeyHaveNoOrder() {
        Written first = h.event(null);
        Written second = h.event(null);
        h.transaction(Outcome.COMMITTED, 10, 20, first);
        h.transaction(Outcome.COMMITTED, 21, 30, second);
        h.saw(second).saw(first);

        assertClean();
    }

    @Test
    void rolledBackAndSeenIsPhantom() {
        h.transaction(Outcome.ROLLED_BACK, 10, 20, a);
        h.saw(a);

        assertOnly(Anomaly.Kind.PHANTOM, a);
    }

    @Test
    void neverWrittenAndSeenIsPhantom() {
        h.saw(a);

        assertOnly(Anomaly.Kind.PHANTOM, a);
    }

    @Test
    void recordWithoutEventIdIsPhantom() {
        h.sightings.add(new Sighting(HistoryBuilder.TOPIC, 0, 1, "k", null, 1, 1));

        assertOnly(Anomaly.Kind.PHANTOM);
    }

    @Test
    void twoPlacesOfOneEventAreADuplicate() {
        h.transaction(Outcome.COMMITTED, 10, 20, a, b);
        h.saw(a).saw(b).saw(a);

        assertOnly(Anomaly.Kind.DUPLICATED, a);
    }

    @Test
    void onePlaceReadTwiceIsNoDuplicate() {
        h.transaction(Outcome.COMMITTED, 10, 20, a);
        h.saw(a);
        h.sightings.add(h.sightings.get(0));

        assertClean();
    }

    @Test
    void otherPayloadIsCorrupted() {
        h.transaction(Outcome.COMMITTED, 10, 20, a);
        Sighting s = h.sighting(a);
        h.sightings.add(new Sighting(s.topic(), s.partition(), s.offset(), s.key(), s.id(), 99, s.nanos()));

        assertOnly(Anomaly.Kind.CORRUPTED, a);
    }

    @Test
    void wrongTopicIsMisrouted() {
        h.transaction(Outcome.COMMITTED, 10, 20, a);
        Sighting s = h.sighting(a);
        h.sightings.add(new Sighting("elsewhere", 0, s.offset(), s.key(), s.id(), s.fingerprint(), s.nanos()));

        assertOnly(Anomaly.Kind.MISROUTED, a);
    }

    @Test
    void wrongKeyIsMisrouted() {
        Written nameless = h.event("");
        h.transaction(Outcome.COMMITTED, 10, 20, nameless);
        Sighting s = h.sighting(nameless);
        h.sightings.add(new Sighting(s.topic(), s.partition(), s.offset(), null, s.id(), s.fingerprint(), s.nanos()));

        assertOnly(Anomaly.Kind.MISROUTED, nameless);
    }

    @Test
    void oneKeyOnTwoPartitionsIsMisrouted() {
        h.transaction(Outcome.COMMITTED, 10, 20, a, b);
        h.saw(a);
        Sighting s = h.sighting(b);
        h.sightings.add(
                new Sighting(s.topic(), s.partition() + 1, s.offset(), s.key(), s.id(), s.fingerprint(), s.nanos()));

        assertOnly(Anomaly.Kind.MISROUTED, b);
    }

    @Test
    void cutOffCommitMayHaveHappenedOrNot() {
        h.transaction(Outcome.UNKNOWN, 10, 0, a);
        h.transaction(Outcome.UNKNOWN, 10, 0, b);
        h.saw(a);

        assertClean();
        assertThat(Checker.check(h.build()).committed()).isEqualTo(1);
    }

    @Test
    void cutOffCommitCannotHappenByHalves() {
        h.transaction(Outcome.UNKNOWN, 10, 0, a, b);
        h.saw(a);

        assertOnly(Anomaly.Kind.LOST, b);
    }

    @Test
    void cutOffCommitStillComesAfterWhatHadReturnedBefore() {
        h.transaction(Outcome.COMMITTED, 10, 20, a);
        h.transaction(Outcome.UNKNOWN, 30, 0, b);
        h.saw(b).saw(a);

        assertOnly(Anomaly.Kind.REORDERED, b, a);
    }

    @Test
    void anomalyTellsKeyPlaceAndTimes() {
        h.transaction(Outcome.COMMITTED, 1_000_000_000, 1_500_000_000, a);
        h.transaction(Outcome.COMMITTED, 2_000_000_000, 3_000_000_000L, b);
        h.saw(b).saw(a);

        assertThat(Checker.check(h.build()).anomalies().get(0).toString())
                .contains("REORDERED", "key=k", a.id().toString(), "returned 0.500000s", "issued 1.000000s", "@11");
    }

    @Test
    void listsABoundedNumberAndCountsAll() {
        Written[] many = new Written[Verdict.LISTED_PER_KIND + 1];
        for (int i = 0; i < many.length; i++) {
            many[i] = h.event("k");
        }
        h.transaction(Outcome.COMMITTED, 10, 20, many);
        Verdict verdict = Checker.check(h.build());

        assertThat(verdict.anomalies()).hasSize(Verdict.LISTED_PER_KIND);
        assertThat(verdict.count(Anomaly.Kind.LOST)).isEqualTo(many.length);
        assertThat(verdict.summary()).startsWith("committed 101, delivered 0, lost 101, reordered 0");
    }

    @Test
    void idWrittenTwiceCannotBeJudged() {
        h.transaction(Outcome.COMMITTED, 10, 20, a, a);

        assertThatThrownBy(() -> Checker.check(h.build())).hasMessageContaining("written twice");
    }

    private void assertClean() {
        Verdict verdict = Checker.check(h.build());
        assertThat(verdict.isClean()).as(verdict.toString()).isTrue();
    }

    private void assertOnly(Anomaly.Kind kind, Written... events) {
        Verdict verdict = Checker.check(h.build());
        assertThat(verdict.anomalies()).as(verdict.toString()).hasSize(1);
        Anomaly anomaly = verdict.anomalies().get(0);
        assertThat(anomaly.kind()).isEqualTo(kind);
        assertThat(anomaly.events())
                .isEqualTo(Arrays.stream(events).map(Written::id).toList());
        assertThat(anomaly.key()).isEqualTo(events.length == 0 ? "k" : events[0].key());
        assertThat(anomaly.events()).doesNotContain(new UUID(0, 0));
        assertThat(verdict.isClean()).isFalse();
    }
}
