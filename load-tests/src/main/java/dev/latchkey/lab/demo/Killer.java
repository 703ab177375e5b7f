package dev.latchkey.lab.demo;

import dev.latchkey.lab.cluster.NodeProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * Kills nodes now and then and starts every dead one again, as an orchestrator would.
 *
 * <p>Logic only: it acts when it is called. For one thread.
 */
final class Killer {
    private static final Duration DOWN = Duration.ofSeconds(4);

    private final List<NodeProcess> nodes;
    private final Optional<Duration> every;
    private final RandomGenerator random;
    private final Consumer<String> notes;
    private final Map<NodeProcess, Long> deadSince = new HashMap<>();
    private long nextKill;

    /** @param now in nanoseconds, of the clock that {@link #act} is called with */
    Killer(
            List<NodeProcess> nodes,
            Optional<Duration> every,
            RandomGenerator random,
            Consumer<String> notes,
            long now) {
        this.nodes = nodes;
        this.every = every;
        this.random = random;
        this.notes = notes;
        this.nextKill = now + every.orElse(Duration.ZERO).toNanos();
    }

    /** Kills if it is time, notices who has died, and starts those again that were down long enough. */
    void act(long now) {
        if (every.isPresent() && now - nextKill >= 0) {
            nextKill = now + every.get().toNanos();
            killOne(now);
        }
        for (NodeProcess node : nodes) {
            if (!node.isAlive() && !deadSince.containsKey(node)) {
                deadSince.put(node, now);
                notes.accept(node.id() + " ended by itself with status "
                        + node.exitCode().orElse(-1));
            }
        }
        startAgain(now - DOWN.toNanos());
    }

    private void killOne(long now) {
        List<NodeProcess> alive = new ArrayList<>(nodes);
        alive.removeIf(node -> !node.isAlive());
        if (alive.isEmpty()) {
            return;
        }
        NodeProcess victim = alive.get(random.nextInt(alive.size()));
        victim.kill9();
        deadSince.put(victim, now);
        notes.accept(victim.id() + " killed (kill -9)");
    }

    /** Starts every node that is down, whenever it went down. */
    void startAll() {
        startAgain(Long.MAX_VALUE);
    }

    private void startAgain(long deadBefore) {
        deadSince.entrySet().removeIf(dead -> {
            if (deadBefore != Long.MAX_VALUE && dead.getValue() - deadBefore > 0) {
                return false;
            }
            dead.getKey().start();
            notes.accept(dead.getKey().id() + " started again");
            return true;
        });
    }
}
