package dev.latchkey.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What the listener leaves for the publisher is bounded, and the widest look wins. */
class NotesTest {
    @Test
    void manyNotificationsAreOneWakeUpForTheWidestCause() {
        WakeUps wakeUps = new WakeUps();
        wakeUps.note("a", Cause.LIVE);
        wakeUps.note("a", Cause.CATCH_UP);
        wakeUps.note("a", Cause.SWEEP);

        assertThat(wakeUps.take("b")).isEmpty();
        assertThat(wakeUps.take("a")).contains(Cause.CATCH_UP);
        assertThat(wakeUps.take("a")).isEmpty();
    }

    @Test
    void aFullBufferDropsTheOldest() {
        TransientBuffer buffer = new TransientBuffer(2);
        assertThat(buffer.add(notification("1"))).isTrue();
        assertThat(buffer.add(notification("2"))).isTrue();
        assertThat(buffer.add(notification("3"))).isFalse();
        assertThat(buffer.take(5)).containsExactly(notification("2"), notification("3"));
    }

    @Test
    void whatIsPutBackComesFirstAndTheOldestIsLostWhereThereIsNoRoom() {
        TransientBuffer buffer = new TransientBuffer(2);
        buffer.add(notification("3"));
        assertThat(buffer.putBack(List.of(notification("1"), notification("2"))))
                .isEqualTo(1);
        assertThat(buffer.take(5)).containsExactly(notification("2"), notification("3"));
    }

    private static Notification notification(String payload) {
        return new Notification("channel", payload);
    }
}
