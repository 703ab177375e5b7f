package dev.latchkey.lab.load;

import dev.latchkey.lab.observe.LatencyTap;

/** Figures of the time since it was made. For one thread. */
final class Measurement {
    private final EventFlow flow;
    private final LatencyTap latencies;
    private final long began = System.nanoTime();
    private final long before;

    Measurement(EventFlow flow) {
        this.flow = flow;
        this.latencies = flow.observer().tap();
        this.before = flow.history().delivered();
    }

    TrialFigures figures() {
        double seconds = (System.nanoTime() - began) / 1e9;
        long delivered = flow.history().delivered() - before;
        return new TrialFigures(
                delivered / seconds,
                latencies.sinceCommit(),
                latencies.sinceDue(),
                flow.history().backlog());
    }
}
