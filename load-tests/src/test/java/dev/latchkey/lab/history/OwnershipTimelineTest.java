package dev.latchkey.lab.history;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OwnershipTimelineTest {
    private final OwnershipTimeline timeline = new OwnershipTimeline();

    @Test
    void anOlderAnswerThatComesLaterIsNoNews() {
        assertThat(timeline.note(new Ownership(0, 10, "a", 1))).isTrue();
        assertThat(timeline.note(new Ownership(0, 20, "b", 2))).isTrue();
        assertThat(timeline.note(new Ownership(0, 30, "a", 1))).isFalse();
        assertThat(timeline.note(new Ownership(0, 40, "", 2))).isTrue();
        assertThat(timeline.note(new Ownership(0, 50, "b", 2))).isFalse();
        assertThat(timeline.note(new Ownership(0, 60, "b", 3))).isTrue();

        assertThat(timeline.changes()).extracting(Ownership::sinceNanos).containsExactly(10L, 20L, 40L, 60L);
        assertThat(timeline.owners()).containsEntry(0, "b");
    }

    @Test
    void withoutEpochsEveryChangeIsNews() {
        timeline.note(new Ownership(0, 10, "a", -1));
        timeline.note(new Ownership(0, 20, "a", -1));
        timeline.note(new Ownership(0, 30, "b", -1));

        assertThat(timeline.changes()).extracting(Ownership::owner).containsExactly("a", "b");
    }

    @Test
    void tellsWhoHadAShardThen() {
        timeline.note(new Ownership(4, 10, "a", 1));
        timeline.note(new Ownership(4, 20, "b", 2));

        assertThat(timeline.shards()).isEqualTo(5);
        assertThat(timeline.at(4, 9)).isEmpty();
        assertThat(timeline.at(4, 19)).map(Ownership::owner).contains("a");
        assertThat(timeline.at(4, 20)).map(Ownership::owner).contains("b");
        assertThat(timeline.between(4, 11, 20)).extracting(Ownership::owner).containsExactly("b");
        assertThat(timeline.at(0, 20)).isEmpty();
    }
}
