package dev.latchkey.health;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whether everything that the node needs outside of itself answers. Answers within 100 ms. Thread-safe. */
public record Readiness(BackgroundCheck database, BackgroundCheck broker, EnsembleCheck ensemble) {
    /** What is wrong, a reason for each; empty when the node is ready. A node that owns nothing is ready. */
    public List<String> reasons() {
        // Both questions are under way before either is waited for.
        database.ask();
        broker.ask();
        List<String> reasons = new ArrayList<>();
        add(reasons, "database", database.problem());
        add(reasons, "kafka", broker.problem());
        add(reasons, "zookeeper", ensemble.problem());
        return reasons;
    }

    private static void add(List<String> reasons, String name, Optional<String> problem) {
        problem.ifPresent(text -> reasons.add(name + ": " + text));
    }
}
