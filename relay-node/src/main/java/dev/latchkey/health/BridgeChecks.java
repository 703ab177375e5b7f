package dev.latchkey.health;

import com.codahale.metrics.health.HealthCheck;
import com.codahale.metrics.health.HealthCheckRegistry;
import dev.latchkey.bridge.BridgeStatus;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The bridge on Dropwizard's {@code /healthcheck}. Asks nobody, so that a loss shows the moment it is noticed. */
public final class BridgeChecks {
    private BridgeChecks() {}

    public static void register(HealthCheckRegistry registry, BridgeStatus status) {
        registry.register("pg-listener", check(status::listenProblem));
        registry.register("bridge", check(() -> joined(status.publishProblems())));
    }

    private static Optional<String> joined(Map<String, String> problems) {
        return problems.isEmpty()
                ? Optional.empty()
                : Optional.of(problems.entrySet().stream()
                        .map(problem -> problem.getKey() + ": " + problem.getValue())
                        .sorted()
                        .collect(Collectors.joining("; ")));
    }

    private static HealthCheck check(Supplier<Optional<String>> problem) {
        return new HealthCheck() {
            @Override
            protected Result check() {
                return problem.get().map(Result::unhealthy).orElseGet(Result::healthy);
            }
        };
    }
}
