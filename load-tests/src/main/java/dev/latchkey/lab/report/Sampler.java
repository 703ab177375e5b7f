package dev.latchkey.lab.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Reads all probes once a second into a run's log. It owns one thread; a probe that fails is noted and asked no more. */
public final class Sampler implements AutoCloseable {
    private static final Duration PERIOD = Duration.ofSeconds(1);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(5);

    private final RunLog log;
    private final List<Probe> all;
    /** Used by the sampler's thread only. */
    private final List<Probe> working;

    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "lab-sampler");
        thread.setDaemon(true);
        return thread;
    });

    /** @param probes closed with this */
    public Sampler(RunLog log, List<Probe> probes) {
        this.log = log;
        this.all = List.copyOf(probes);
        this.working = new ArrayList<>(probes);
    }

    public Sampler start() {
        executor.scheduleAtFixedRate(this::sample, PERIOD.toMillis(), PERIOD.toMillis(), TimeUnit.MILLISECONDS);
        return this;
    }

    void sample() {
        Map<Column, Double> values = new LinkedHashMap<>();
        for (Probe probe : List.copyOf(working)) {
            try {
                probe.read(values);
            } catch (RuntimeException e) {
                working.remove(probe);
                log.note("left out from here on: " + e.getMessage());
            }
        }
        log.sample(values);
    }

    /** Returns when the last sample is taken. */
    @Override
    public void close() {
        executor.shutdown();
        try {
            executor.awaitTermination(STOP_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        all.forEach(Probe::close);
    }
}
