package dev.latchkey.health;

import dev.latchkey.lane.LaneSupervisor.LaneStatus;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Whether the lanes' threads run and get on. Thread-safe.
 *
 * <p>A lane notes each step, and every single wait in it (a statement, a broker call, the pause of an idle lane) is bounded
 * below a minute, whatever is away: one that takes longer is stuck, and only a restart helps.
 */
public record Liveness(Supplier<List<LaneStatus>> lanes) {
    private static final Duration LONGEST_STEP = Duration.ofSeconds(60);

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
        if (lane.sinceLastStep().compareTo(LONGEST_STEP) >= 0) {
            return Optional.of("lane %d: stuck in one step for %d s (%s)"
                    .formatted(lane.number(), lane.sinceLastStep().toSeconds(), lane.state()));
        }
        return Optional.empty();
    }
}
