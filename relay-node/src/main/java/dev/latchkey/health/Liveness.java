package dev.latchkey.health;

import dev.latchkey.lane.LaneSupervisor.LaneStatus;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Whether the lanes' threads run and turn. Thread-safe.
 *
 * <p>Every wait inside a turn is bounded, and an idle lane turns several times a second: a turn of a minute is stuck.
 */
public record Liveness(Supplier<List<LaneStatus>> lanes) {
    private static final Duration LONGEST_TURN = Duration.ofSeconds(60);

    /** What is wrong, a reason for each lane; empty when all is well. */
    public List<String> problems() {
        return lanes.get().stream()
                .map(Liveness::problem)
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<String> problem(LaneStatus lane) {
        if (!lane.alive()) {
            return Optional.of("lane %d: its thread is dead (%s)".formatted(lane.number(), lane.state()));
        }
        if (lane.sinceLastTurn().compareTo(LONGEST_TURN) >= 0) {
            return Optional.of("lane %d: stuck in one turn for %d s (%s)"
                    .formatted(lane.number(), lane.sinceLastTurn().toSeconds(), lane.state()));
        }
        return Optional.empty();
    }
}
