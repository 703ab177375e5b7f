package dev.latchkey.lab.demo;

import dev.latchkey.lab.history.Checker;
import dev.latchkey.lab.history.HistoryRecorder;
import dev.latchkey.lab.history.OwnershipTimeline;
import dev.latchkey.lab.history.Verdict;
import dev.latchkey.lab.observe.KafkaObserver;
import dev.latchkey.lab.observe.OwnershipObserver;
import dev.latchkey.lab.server.ServerFailure;
import dev.latchkey.lab.verdict.VerdictPrinter;
import dev.latchkey.lab.workload.OrdersWorkload;
import dev.latchkey.lab.workload.WorkloadSettings;
import java.io.PrintStream;
import picocli.CommandLine.ExitCode;

/** One demo from start to verdict. Runs on the caller's thread. */
final class Demo {
    /** Commit to verdict, an event costs this much of the heap at most. */
    private static final long BYTES_PER_EVENT = 700;

    private final DemoOptions options;
    private final Interrupt interrupt;
    private final PrintStream out;
    private final HistoryRecorder history = new HistoryRecorder();
    private final OwnershipTimeline ownership = new OwnershipTimeline();

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
                OwnershipObserver owners = new OwnershipObserver(cluster::adminUrls, ownership::note);
                OrdersWorkload workload = new OrdersWorkload(workload(), cluster::connect, history)) {
            if (!interrupt.asked()) {
                owners.start();
                workload.start();
                DemoLoop loop = new DemoLoop(options, interrupt, cluster, Screen.on(out), start);
                loop.run(history, observer, workload);
            }
        }
        return Checker.check(history.history());
    }

    private WorkloadSettings workload() {
        long most = Math.max(1_000, Runtime.getRuntime().maxMemory() / BYTES_PER_EVENT);
        return WorkloadSettings.defaults().rate(options.rate()).maxEvents(most).seed(System.nanoTime());
    }

    private int judge(Verdict verdict) {
        out.println();
        return new VerdictPrinter(out).print(verdict, ownership) ? ExitCode.OK : ExitCode.SOFTWARE;
    }
}
