package dev.latchkey.lane;

import dev.latchkey.failure.RetryableFailure;
import dev.latchkey.outbox.EventRef;
import dev.latchkey.outbox.ProgressMark;
import dev.latchkey.outbox.postgres.PlantedBug;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A recovery in the background of a node: the fence first, the reading some time later. */
final class SimulatedRecovery {
    private final Simulation simulation;
    private final String lane;
    private final ProgressMark settled;
    private final CompletableFuture<Collection<EventRef>> result = new CompletableFuture<>();
    private boolean fenced;

    SimulatedRecovery(Simulation simulation, String lane, ProgressMark settled) {
        this.simulation = simulation;
        this.lane = lane;
        this.settled = settled;
    }

    CompletableFuture<Collection<EventRef>> result() {
        return result;
    }

    /** Goes one step on. Returns true when it has ended. */
    boolean step() {
        if (simulation.loses()) {
            result.completeExceptionally(new RetryableFailure("the broker doesn't answer", null));
        } else if (!fenced) {
            fence();
        } else {
            result.complete(published());
        }
        return result.isDone();
    }

    private void fence() {
        if (simulation.bug() != PlantedBug.NO_FENCE_AT_TAKEOVER) {
            simulation.broker().fence(lane);
        }
        fenced = true;
        simulation.note("%s fenced at the broker", lane);
    }

    private List<EventRef> published() {
        List<EventRef> published = simulation.bug() == PlantedBug.RECOVERY_SKIPPED
                ? List.of()
                : simulation.broker().publishedFrom(lane, settled.offset() + 1);
        simulation.note("%s had published %s beyond %d", lane, published, settled.offset());
        return published;
    }
}
