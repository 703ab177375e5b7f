package dev.latchkey.lab.load;

import dev.latchkey.lab.fault.Strike;
import dev.latchkey.lab.fault.StrikeWatch;
import dev.latchkey.lab.history.HistoryFile;
import dev.latchkey.lab.history.Verdict;
import java.io.PrintStream;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/** One run of a workload on a stage, from the first event to the verdict. For one thread. */
final class Trial implements Scenario {
    private final TrialPlan plan;
    private final Supplier<Stage> stages;
    private final FaultPlan faults;
    private final List<TrialWitness> witnesses = new ArrayList<>();

    /** @param stages makes the stage, which is started and closed here */
    Trial(TrialPlan plan, Supplier<Stage> stages, FaultPlan faults) {
        this.plan = plan;
        this.stages = stages;
        this.faults = faults;
    }

    Trial watchedBy(TrialWitness witness) {
        witnesses.add(witness);
        return this;
    }

    @Override
    public int run(PrintStream out) throws SQLException {
        out.println(plan.line());
        try (Stage stage = stages.get()) {
            out.println(stage.line());
            stage.start();
            return runOn(stage, out);
        } finally {
            witnesses.forEach(TrialWitness::close);
        }
    }

    private int runOn(Stage stage, PrintStream out) {
        Optional<HistoryFile> file = plan.history().map(path -> new HistoryFile(path, plan.line()));
        try (EventFlow flow = new EventFlow(stage, plan.workload(), file)) {
            flow.start();
            witnesses.forEach(witness -> witness.began(flow));
            Progress progress = new Progress(flow, out);
            TrialFigures figures = measure(flow, progress);
            progress.end();
            figures.print(out);
            TrialResult result = judge(flow, figures);
            result.uncommitted()
                    .ifPresent(records -> out.printf(
                            Locale.ROOT, "aborted records that a reader of uncommitted ones saw: %,d%n", records));
            int status = flow.print(result.verdict(), out);
            plan.history().ifPresent(path -> out.println("history: " + path));
            witnesses.forEach(witness -> witness.ended(result));
            return status;
        }
    }

    private TrialResult judge(EventFlow flow, TrialFigures figures) {
        Verdict verdict = flow.judge();
        return new TrialResult(
                plan,
                figures,
                verdict,
                flow.ownership(),
                flow.uncommittedRecords(),
                flow.workload().failures());
    }

    private TrialFigures measure(EventFlow flow, Progress progress) {
        flow.letRun(plan.warmUp(), progress::show);
        flow.awaitFirst(progress::show);
        witnesses.forEach(TrialWitness::measuring);
        Measurement measurement = new Measurement(flow);
        try (faults) {
            faults.start(flow.stage(), watch(progress));
            flow.letRun(plan.runFor(), progress::show);
            flow.letRunUntil(faults::isOver, progress::show);
        }
        return measurement.figures();
    }

    private StrikeWatch watch(Progress progress) {
        return new StrikeWatch() {
            @Override
            public void begins(Strike strike) {
                progress.note(strike.line() + " begins");
                witnesses.forEach(witness -> witness.struck(strike));
            }

            @Override
            public void isOver(Strike strike) {
                progress.note(strike.line() + " is over");
                witnesses.forEach(witness -> witness.mended(strike));
            }
        };
    }
}
