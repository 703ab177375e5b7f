package dev.latchkey.lab.fault;

import dev.latchkey.lab.server.ServerFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Carries out rounds, each fault of one on a thread of its own. For one caller. */
public final class Striker implements AutoCloseable {
    /** A fault mends what it broke within its own limits; this is beyond all of them. */
    private static final Duration MENDING_LIMIT = Duration.ofMinutes(4);

    private final World world;
    private final ExecutorService threads = Executors.newCachedThreadPool(Striker::thread);

    public Striker(World world) {
        this.world = world;
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "lab-fault");
        thread.setDaemon(true);
        return thread;
    }

    /** Returns when all faults of the round are over and the world is whole; fails when one could not be made or mended. */
    public void strike(Round round) {
        List<Future<?>> under = new ArrayList<>();
        round.strikes().forEach(strike -> under.add(threads.submit(() -> strike(strike))));
        for (int i = 0; i < under.size(); i++) {
            await(round.strikes().get(i), under.get(i));
        }
    }

    private void strike(Strike strike) {
        World.letLast(strike.after());
        strike.fault().strike(world, strike.blow());
    }

    private static void await(Strike strike, Future<?> work) {
        Duration limit = strike.after().plus(strike.blow().length()).plus(MENDING_LIMIT);
        try {
            work.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new ServerFailure(strike.line() + ": " + e.getCause().getMessage(), e.getCause());
        } catch (TimeoutException e) {
            throw new ServerFailure(strike.line() + " is not over after " + limit.toSeconds() + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServerFailure("interrupted during " + strike.line(), e);
        }
    }

    /** What is under way is interrupted, which ends its waits, and mends. */
    @Override
    public void close() {
        threads.shutdownNow();
    }
}
