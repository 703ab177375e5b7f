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

/** Carries out strikes, each on a thread of its own. For one caller. */
public final class Striker implements AutoCloseable {
    /** A fault mends what it broke within its own limits; this is beyond all of them. */
    private static final Duration MENDING_LIMIT = Duration.ofMinutes(4);

    private final World world;
    private final StrikeWatch watch;
    private final ExecutorService threads = Executors.newCachedThreadPool(Striker::thread);
    private final List<Begun> begun = new ArrayList<>();

    public Striker(World world, StrikeWatch watch) {
        this.world = world;
        this.watch = watch;
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "lab-fault");
        thread.setDaemon(true);
        return thread;
    }

    /** Returns at once; the strike waits for its time, counted from now. */
    public void begin(Strike strike) {
        begun.add(new Begun(strike, threads.submit(() -> strike(strike))));
    }

    /** Whether all that began is over and the world is whole; fails when a fault could not be made or mended. */
    public boolean isOver() {
        begun.stream().filter(one -> one.work.isDone()).forEach(Striker::await);
        begun.removeIf(one -> one.work.isDone());
        return begun.isEmpty();
    }

    /** Returns when all faults of the round are over and the world is whole; fails when one could not be made or mended. */
    public void strike(Round round) {
        round.strikes().forEach(this::begin);
        begun.forEach(Striker::await);
        begun.clear();
    }

    private void strike(Strike strike) {
        World.letLast(strike.after());
        watch.begins(strike);
        strike.fault().strike(world, strike.blow());
        watch.isOver(strike);
    }

    private static void await(Begun one) {
        Strike strike = one.strike;
        Duration limit = strike.after().plus(strike.blow().length()).plus(MENDING_LIMIT);
        try {
            one.work.get(limit.toMillis(), TimeUnit.MILLISECONDS);
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

    private record Begun(Strike strike, Future<?> work) {}
}
