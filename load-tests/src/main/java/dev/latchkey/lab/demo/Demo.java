package dev.latchkey.lab.demo;

import dev.latchkey.lab.history.Anomaly;
import dev.latchkey.lab.history.Checker;
import dev.latchkey.lab.history.HistoryRecorder;
import dev.latchkey.lab.history.Verdict;
import dev.latchkey.lab.observe.KafkaObserver;
import dev.latchkey.lab.server.ServerFailure;
import dev.latchkey.lab.workload.OrdersWorkload;
import dev.latchkey.lab.workload.WorkloadSettings;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import picocli.CommandLine.ExitCode;

/** One demo from start to verdict. Runs on the caller's thread. */
final class Demo {
    /** Commit to verdict, an event costs this much of the heap at most. */
    private static final long BYTES_PER_EVENT = 700;

    private static final int ANOMALIES_SHOWN = 10;

    private final DemoOptions options;
    private final Interrupt interrupt;
    private final PrintStream out;
    private final HistoryRecorder history = new HistoryRecorder();

    Demo(DemoOptions options, Interrupt interrupt, PrintStream out) {
        this.options = options;
        this.interrupt = interrupt;
        this.out = out;
    }

    /** Returns the exit status; everything that was started is gone by then. */
    int run() {
        long start = System.nanoTime();
        out.printf(
                "starting PostgreSQL, Kafka, 3 ZooKeeper servers and %d relay nodes; Ctrl-C ends it%n",
                options.nodes());
        try (DemoCluster cluster = new DemoCluster(options)) {
            cluster.start();
            return judge(runOn(cluster, start));
        } catch (ServerFailure | IllegalStateException e) {
            out.println("the demo did not get going: " + e.getMessage());
            return ExitCode.SOFTWARE;
        }
    }

    private Verdict runOn(DemoCluster cluster, long start) {
        try (KafkaObserver observer = new KafkaObserver(cluster.bootstrapServers(), history).start();
                OrdersWorkload workload = new OrdersWorkload(workload(), cluster::connect, history)) {
            if (!interrupt.asked()) {
                workload.start();
                DemoLoop loop = new DemoLoop(options, interrupt, cluster, Screen.on(out), start);
                loop.run(history, observer, workload);
            }
        }
        return Checker.check(history.history());
    }

    private WorkloadSettings workload() {
        long most = Math.max(1_000, Runtime.getRuntime().maxMemory() / BYTES_PER_EVENT);
        WorkloadSettings d = WorkloadSettings.defaults();
        return new WorkloadSettings(
                options.rate(), d.writers(), d.keys(), d.skew(), Duration.ofSeconds(3), most, System.nanoTime());
    }

    private int judge(Verdict verdict) {
        out.println();
        out.printf("committed   %,d%ndelivered   %,d%n", verdict.committed(), verdict.delivered());
        for (Anomaly.Kind kind : Anomaly.Kind.values()) {
            out.printf("%-11s %,d%n", kind.name().toLowerCase(Locale.ROOT), verdict.count(kind));
        }
        verdict.anomalies().stream().limit(ANOMALIES_SHOWN).forEach(out::println);
        if (verdict.committed() == 0) {
            out.println("nothing was committed, so nothing is proven");
            return ExitCode.SOFTWARE;
        }
        out.println(verdict.isClean() ? "every committed event arrived once and in order" : "the promise was broken");
        return verdict.isClean() ? ExitCode.OK : ExitCode.SOFTWARE;
    }
}
