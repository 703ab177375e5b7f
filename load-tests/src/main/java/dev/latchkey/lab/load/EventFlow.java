package dev.latchkey.lab.load;

import dev.latchkey.lab.history.Checker;
import dev.latchkey.lab.history.HistoryRecorder;
import dev.latchkey.lab.history.Verdict;
import dev.latchkey.lab.observe.KafkaObserver;
import dev.latchkey.lab.process.Waiting;
import dev.latchkey.lab.workload.OrdersWorkload;
import dev.latchkey.lab.workload.WorkloadSettings;
import java.io.PrintStream;
import java.time.Duration;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.ExitCode;

/** The orders workload and a reader of its events, from the first event to the verdict. For one thread. */
final class EventFlow implements AutoCloseable {
    private static final Duration DELIVERY_LIMIT = Duration.ofSeconds(60);
    /** A second copy of an event would come shortly after the first. */
    private static final Duration DUPLICATES_LIMIT = Duration.ofSeconds(1);

    private static final int ANOMALIES_SHOWN = 10;

    private final HistoryRecorder history = new HistoryRecorder();
    private final KafkaObserver observer;
    private final OrdersWorkload workload;

    /** A seed of its own: from the same one come the same event ids. */
    EventFlow(LoadCluster cluster, int rate) {
        WorkloadSettings d = WorkloadSettings.defaults();
        WorkloadSettings settings = new WorkloadSettings(
                rate,
                d.writers(),
                d.keys(),
                d.skew(),
                d.longTransaction(),
                OptionRules.mostEvents(),
                System.nanoTime());
        this.observer = new KafkaObserver(cluster.bootstrapServers(), history);
        this.workload = new OrdersWorkload(settings, cluster::connect, history);
    }

    void start() {
        observer.start();
        workload.start();
    }

    /** Lets events flow for this long; fails when the writers have stopped by then. */
    void letRun(Duration time) {
        Waiting.within(time, workload::isOver);
        if (workload.isOver()) {
            throw new IllegalStateException("the writers stopped: their events fill the heap");
        }
    }

    HistoryRecorder history() {
        return history;
    }

    /** Microseconds from commit to consumer, since the last call. */
    Histogram latencies() {
        return observer.latenciesSinceLastCall();
    }

    /** Stops the writers, waits for what is under way, and judges all of it. Returns the exit status. */
    int judge(PrintStream out) {
        workload.stop();
        if (history.awaitDelivered(DELIVERY_LIMIT)) {
            Waiting.within(DUPLICATES_LIMIT, () -> false);
        }
        if (workload.failures() > 0) {
            out.printf(
                    "%,d transactions of the writers failed, at last: %s%n",
                    workload.failures(), workload.lastFailure());
        }
        Verdict verdict = Checker.check(history.history());
        out.println(verdict.summary());
        verdict.anomalies().stream().limit(ANOMALIES_SHOWN).forEach(out::println);
        if (verdict.committed() == 0) {
            out.println("nothing was committed, so nothing is proven");
            return ExitCode.SOFTWARE;
        }
        out.println(verdict.isClean() ? "every committed event arrived once and in order" : "the promise was broken");
        return verdict.isClean() ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    @Override
    public void close() {
        workload.close();
        observer.close();
    }
}
