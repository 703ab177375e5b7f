package dev.latchkey.lab.load;

import dev.latchkey.lab.workload.WorkloadSettings;
import java.time.Duration;

/**
 * What a trial writes, and for how long.
 *
 * @param name of the workload
 * @param warmUp written before the measurement, in the same way
 * @param runFor measured at least; faults may take longer
 */
record TrialPlan(String name, WorkloadSettings workload, Duration warmUp, Duration runFor) {

    String line() {
        return "%s: %d events/s for %d s after %d s, seed %d"
                .formatted(name, workload.eventsPerSecond(), runFor.toSeconds(), warmUp.toSeconds(), workload.seed());
    }
}
