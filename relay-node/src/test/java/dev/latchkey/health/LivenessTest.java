package dev.latchkey.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.lane.LaneState;
import dev.latchkey.lane.LaneSupervisor.LaneStatus;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LivenessTest {
    private static LaneStatus lane(int number, boolean alive, long seconds) {
        return new LaneStatus(number, LaneState.RUNNING, null, alive, Duration.ofSeconds(seconds));
    }

    private static List<String> problems(LaneStatus... lanes) {
        return new Liveness(() -> List.of(lanes)).problems();
    }

    @Test
    void lanesThatTurnAreAlive() {
        assertThat(problems(lane(0, true, 0), lane(1, true, 59))).isEmpty();
    }

    @Test
    void aTurnOfAMinuteIsStuck() {
        assertThat(problems(lane(0, true, 0), lane(1, true, 60)))
                .containsExactly("lane 1: stuck in one step for 60 s (RUNNING)");
    }

    @Test
    void aDeadThreadIsNoticedAtOnce() {
        assertThat(problems(lane(0, false, 0), lane(1, true, 0)))
                .containsExactly("lane 0: its thread is dead (RUNNING)");
    }

    @Test
    void aLaneThatBacksOffIsAlive() {
        LaneStatus backingOff = new LaneStatus(0, LaneState.BACKING_OFF, "away", true, Duration.ofSeconds(10));

        assertThat(new Liveness(() -> List.of(backingOff)).problems()).isEmpty();
    }
}
