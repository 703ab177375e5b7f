package dev.latchkey.lab.report;

import dev.latchkey.lab.history.HistoryRecorder;
import dev.latchkey.lab.workload.ConnectionSource;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/** Collects what shall be measured in a run. Not thread-safe. */
public final class Probes {
    private static final String LAB = "lab";

    private final List<Probe> probes = new ArrayList<>();

    /**
     * The stream of events.
     *
     * @param histories the present one: a long run has one after the other
     * @param latencies in microseconds, of what arrived since the last call; nobody else may take from it
     */
    public Probes events(Supplier<HistoryRecorder> histories, Supplier<Histogram> latencies) {
        probes.add(new EventProbe(histories, latencies));
        return this;
    }

    /** CPU and memory of one process; {@code pid} is empty while there is none. */
    public Probes process(String name, Supplier<OptionalLong> pid) {
        probes.add(new ProcessProbe(name, pid, false));
        return this;
    }

    /** The same of a server that is a family of processes. */
    public Probes family(String name, Supplier<OptionalLong> pid) {
        probes.add(new ProcessProbe(name, pid, true));
        return this;
    }

    /** CPU and memory of this process, whose writers and readers take from what the others could use. */
    public Probes lab() {
        OptionalLong self = OptionalLong.of(ProcessHandle.current().pid());
        return process(LAB, () -> self);
    }

    /** The heap of a node, by its admin port. */
    public Probes heap(String node, URI adminUrl) {
        probes.add(new BackgroundProbe("heap-" + node, new HeapProbe(node, adminUrl)));
        return this;
    }

    /** The database's time, where it keeps statistics. */
    public Probes databaseTime(ConnectionSource source) {
        probes.add(new BackgroundProbe("database", new DatabaseProbe(source)));
        return this;
    }

    /** Starts to sample all of them; says in the log what this system can't tell. */
    public Sampler sampleInto(RunLog log) {
        if (!ProcMemory.isTold()) {
            log.note("left out: memory of processes, which is read from /proc");
        }
        return new Sampler(log, probes).start();
    }
}
