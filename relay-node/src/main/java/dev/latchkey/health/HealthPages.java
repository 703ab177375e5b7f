package dev.latchkey.health;

import com.codahale.metrics.health.HealthCheck;
import com.codahale.metrics.health.HealthCheckRegistry;
import java.util.Optional;
import java.util.function.Supplier;

/** Shows the same answers on Dropwizard's own {@code /healthcheck}. */
public final class HealthPages {
    private HealthPages() {}

    /** @param ordering which order of publishing is in force */
    public static void register(HealthCheckRegistry registry, Readiness readiness, Liveness liveness, String ordering) {
        registry.register("database", new Check(readiness.database()::problem, "answers"));
        registry.register("kafka", new Check(readiness.broker()::problem, "answers"));
        registry.register("zookeeper", new Check(readiness.ensemble()::problem, "connected"));
        registry.register("lanes", new Check(() -> joined(liveness), "turning"));
        registry.register("ordering", new Check(Optional::empty, ordering));
    }

    private static Optional<String> joined(Liveness liveness) {
        return liveness.problems().stream().reduce((one, other) -> one + "; " + other);
    }

    private static final class Check extends HealthCheck {
        private final Supplier<Optional<String>> problem;
        private final String well;

        Check(Supplier<Optional<String>> problem, String well) {
            this.problem = problem;
            this.well = well;
        }

        @Override
        protected Result check() {
            return problem.get()
                    .map(text -> Result.builder().unhealthy().withMessage(text).build())
                    .orElseGet(
                            () -> Result.builder().healthy().withMessage(well).build());
        }
    }
}
