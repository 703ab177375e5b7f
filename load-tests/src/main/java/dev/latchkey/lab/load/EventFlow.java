package dev.latchkey.lab.load;

import dev.latchkey.lab.demo.ShardOwners;
import dev.latchkey.lab.history.Checker;
import dev.latchkey.lab.history.HistoryFile;
import dev.latchkey.lab.history.HistoryRecorder;
import dev.latchkey.lab.history.HistorySink;
import dev.latchkey.lab.history.Ownership;
import dev.latchkey.lab.history.OwnershipTimeline;
import dev.latchkey.lab.history.Verdict;
import dev.latchkey.lab.observe.EventObserver;
import dev.latchkey.lab.observe.OwnershipObserver;
import dev.latchkey.lab.process.Waiting;
import dev.latchkey.lab.verdict.VerdictPrinter;
import dev.latchkey.lab.workload.OrdersWorkload;
import dev.latchkey.lab.workload.WorkloadSettings;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import picocli.CommandLine.ExitCode;

/** A workload on a stage and those who read its events, from the first event to the verdict. For one thread. */
final class EventFlow implements AutoCloseable {
    private static final Duration DELIVERY_LIMIT = Duration.ofSeconds(60);
    /** A second copy of an event would come shortly after the first. */
    private static final Duration DUPLICATES_LIMIT = Duration.ofSeconds(1);

    private final Stage stage;
    private final Optional<HistoryFile> file;
    private final HistoryRecorder history;
    private final OwnershipTimeline ownership = new OwnershipTimeline();
    private final Readers readers;
    private final OwnershipObserver owners;
    private final OrdersWorkload workload;

    EventFlow(Stage stage, WorkloadSettings settings) {
        this(stage, settings, Optional.empty());
    }

    /** @param file takes the history while it happens; closed here */
    EventFlow(Stage stage, WorkloadSettings settings, Optional<HistoryFile> file) {
        this.stage = stage;
        this.file = file;
        this.history = new HistoryRecorder(file.map(HistorySink.class::cast).orElse(HistorySink.NONE));
        this.readers = stage.readers(history);
        this.owners = new OwnershipObserver(stage::adminUrls, this::note);
        this.workload = new OrdersWorkload(settings, stage::connect, history);
    }

    private void note(Ownership seen) {
        if (ownership.note(seen)) {
            file.ifPresent(to -> to.owned(seen));
        }
    }

    /** The default workload at this rate, with a seed of its own: from the same one come the same event ids. */
    static WorkloadSettings settings(int rate) {
        return WorkloadSettings.defaults()
                .rate(rate)
                .maxEvents(OptionRules.mostEvents())
                .seed(System.nanoTime());
    }

    void start() {
        readers.start();
        owners.start();
        workload.start();
    }

    /** Lets events flow for this long; fails when the writers have stopped by then. */
    void letRun(Duration time) {
        letRun(time, () -> {});
    }

    /** @param often called again and again meanwhile */
    void letRun(Duration time, Runnable often) {
        Waiting.within(time, () -> {
            often.run();
            return workload.isOver();
        });
        requireWriters();
    }

    void letRunUntil(BooleanSupplier isOver, Runnable often) {
        Waiting.within(Duration.ofDays(365), () -> {
            often.run();
            return isOver.getAsBoolean() || workload.isOver();
        });
        requireWriters();
    }

    /** What precedes the first event is start-up, and would be measured as such; without one within a minute, so be it. */
    void awaitFirst(Runnable often) {
        Waiting.within(DELIVERY_LIMIT, () -> {
            often.run();
            return history.delivered() > 0 || workload.isOver();
        });
    }

    private void requireWriters() {
        if (workload.isOver()) {
            throw new IllegalStateException("the writers stopped: their events fill the heap");
        }
    }

    Stage stage() {
        return stage;
    }

    HistoryRecorder history() {
        return history;
    }

    EventObserver observer() {
        return readers.observer();
    }

    OrdersWorkload workload() {
        return workload;
    }

    OwnershipTimeline ownership() {
        return ownership;
    }

    /** As last noticed. */
    ShardOwners owners() {
        return new ShardOwners(ownership.owners());
    }

    /** Stops the writers, waits for what is under way, and judges all of it. */
    Verdict judge() {
        workload.stop();
        if (history.awaitDelivered(DELIVERY_LIMIT)) {
            Waiting.within(DUPLICATES_LIMIT, () -> false);
        }
        return Checker.check(history.history());
    }

    /** Records of aborted transactions, which readers of uncommitted ones see, if any; exact once everything was judged. */
    OptionalLong uncommittedRecords() {
        return readers.beyondCommitted();
    }

    /** Judges and prints. Returns the exit status. */
    int judge(PrintStream out) {
        return print(judge(), out);
    }

    /** Returns the exit status. */
    int print(Verdict verdict, PrintStream out) {
        if (workload.failures() > 0) {
            out.printf(
                    "%,d transactions of the writers failed, at last: %s%n",
                    workload.failures(), workload.lastFailure());
        }
        return new VerdictPrinter(out, readers.promise()).print(verdict, ownership) ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    @Override
    public void close() {
        workload.close();
        owners.close();
        readers.close();
        file.ifPresent(HistoryFile::close);
    }
}
