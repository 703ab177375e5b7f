package dev.latchkey.lab.load;

import dev.latchkey.lab.workload.WorkloadSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * What a trial writes, for how long, and where it keeps the history.
 *
 * @param name of the workload
 * @param warmUp written before the measurement, in the same way
 * @param runFor measured at least; faults may take longer
 * @param history a file that is written while the trial runs
 */
record TrialPlan(String name, WorkloadSettings workload, Duration warmUp, Duration runFor, Optional<Path> history) {

    String line() {
        return "%s: %d events/s for %d s after %d s, seed %d"
                .formatted(name, workload.eventsPerSecond(), runFor.toSeconds(), warmUp.toSeconds(), workload.seed());
    }
}
