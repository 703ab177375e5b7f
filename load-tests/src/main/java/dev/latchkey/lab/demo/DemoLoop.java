package dev.latchkey.lab.demo;

import dev.latchkey.lab.history.HistoryRecorder;
import dev.latchkey.lab.observe.KafkaObserver;
import dev.latchkey.lab.process.Waiting;
import dev.latchkey.lab.workload.OrdersWorkload;
import java.time.Duration;
import java.util.SplittableRandom;

/** What happens while events flow: showing, killing, and at the end waiting for the last ones. Runs on one thread. */
final class DemoLoop {
    private static final Duration STEP = Duration.ofMillis(100);
    private static final Duration DELIVERY_LIMIT = Duration.ofSeconds(60);
    /** A second copy of an event would come shortly after the first. */
    private static final Duration DUPLICATES_LIMIT = Duration.ofSeconds(1);

    private final DemoOptions options;
    private final Interrupt interrupt;
    private final DemoCluster cluster;
    private final Screen screen;
    private final long start;
    private boolean firstSeen;
    private String failureShown = "";
    private ShardOwners owners = ShardOwners.UNKNOWN;

    /** @param start when the demo was asked for, of {@link System#nanoTime()} */
    DemoLoop(DemoOptions options, Interrupt interrupt, DemoCluster cluster, Screen screen, long start) {
        this.options = options;
        this.interrupt = interrupt;
        this.cluster = cluster;
        this.screen = screen;
        this.start = start;
    }

    void run(HistoryRecorder history, KafkaObserver observer, OrdersWorkload workload) {
        note("the first node is ready");
        cluster.awaitAllReady();
        long began = System.nanoTime();
        Meter meter = new Meter(history, observer, start);
        Killer killer =
                new Killer(cluster.nodes(), options.killEvery(), new SplittableRandom(began), this::note, began);
        long nextShow = began;
        while (!isOver(workload, began)) {
            killer.act(System.nanoTime());
            noteNews(history, workload);
            if (System.nanoTime() - nextShow >= 0) {
                nextShow = System.nanoTime() + screen.interval().toNanos();
                show(meter);
            }
            Waiting.within(STEP, interrupt::asked);
        }
        killer.startAll();
        finish(history, workload, meter);
    }

    private boolean isOver(OrdersWorkload workload, long began) {
        boolean timeIsUp = options.runFor()
                .map(limit -> System.nanoTime() - began >= limit.toNanos())
                .orElse(false);
        return timeIsUp || interrupt.asked() || workload.isOver();
    }

    private void noteNews(HistoryRecorder history, OrdersWorkload workload) {
        if (!firstSeen && history.delivered() > 0) {
            firstSeen = true;
            note("the first event arrived");
        }
        if (!workload.lastFailure().equals(failureShown)) {
            failureShown = workload.lastFailure();
            note("a writer failed: " + failureShown);
        }
    }

    private void show(Meter meter) {
        ShardOwners now = ShardOwners.ask(cluster.nodes());
        now.takeoversSince(owners).forEach(this::note);
        owners = now.over(owners);
        screen.show(meter.read(System.nanoTime(), now.compact()));
    }

    private void finish(HistoryRecorder history, OrdersWorkload workload, Meter meter) {
        workload.stop();
        note("the writers stopped; waiting for " + history.backlog() + " events");
        if (history.awaitDelivered(DELIVERY_LIMIT)) {
            Waiting.within(DUPLICATES_LIMIT, () -> false);
        } else {
            note(history.backlog() + " events did not arrive within " + DELIVERY_LIMIT.toSeconds() + " s");
        }
        noteNews(history, workload);
        show(meter);
    }

    private void note(String what) {
        screen.note(Duration.ofNanos(System.nanoTime() - start), what);
    }
}
