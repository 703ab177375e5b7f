package dev.latchkey.lab.report;

import dev.latchkey.lab.history.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/**
 * Collects what is measured and what happens in one run, from its construction on, or from {@link #begin()}.
 *
 * <p>Thread-safe. Bounded: samples are thinned out (see {@link SampleTable}), and beyond some thousands of faults, notes or
 * changes of ownership the later ones are counted only, which the report says.
 */
public final class RunLog {
    private static final int MOST_SAMPLES = 2_400;
    private static final int MOST_FAULTS = 5_000;
    private static final int MOST_NOTES = 1_000;
    private static final int MOST_TENURES = 50_000;

    private final String title;
    private final Map<String, String> settings;
    private volatile Instant startedAt;
    private final Supplier<Instant> wallClock;
    private final LongSupplier nanoTime;
    private volatile long startNanos;

    private final SampleTable samples = new SampleTable(MOST_SAMPLES);
    private final BoundedList<FaultMark> faults = new BoundedList<>(MOST_FAULTS);
    private final BoundedList<RunData.Note> notes = new BoundedList<>(MOST_NOTES);
    private final Tenures tenures = new Tenures(MOST_TENURES);
    private final List<RunData.Figure> figures = new ArrayList<>();
    private final List<RunData.PercentileCurve> curves = new ArrayList<>();
    private final List<RunData.Table> tables = new ArrayList<>();
    private final Judgement judgement = new Judgement();

    /** @param settings in the order in which they shall be shown */
    public RunLog(String title, Map<String, String> settings) {
        this(title, settings, Instant::now, System::nanoTime);
    }

    RunLog(String title, Map<String, String> settings, Supplier<Instant> wallClock, LongSupplier nanoTime) {
        this.title = title;
        this.settings = new LinkedHashMap<>(settings);
        this.wallClock = wallClock;
        this.nanoTime = nanoTime;
        this.startedAt = wallClock.get();
        this.startNanos = nanoTime.getAsLong();
    }

    /** Time counts from now: what came before was start-up. To be called before anything is logged. */
    public synchronized void begin() {
        startedAt = wallClock.get();
        startNanos = nanoTime.getAsLong();
    }

    /** One more line on what was asked for, or on what it runs. */
    public synchronized void setting(String name, String value) {
        settings.put(name, value);
    }

    /** Seconds since the run began. */
    public double seconds() {
        return secondsAt(nanoTime.getAsLong());
    }

    /** The same of a moment of {@link System#nanoTime()}. */
    public double secondsAt(long nanos) {
        return (nanos - startNanos) / 1e9;
    }

    /** A fault begins now; the caller ends it. */
    public synchronized FaultMark fault(String name, String goal) {
        FaultMark mark = new FaultMark(this, name, goal);
        faults.add(mark);
        return mark;
    }

    /** Something happened now. */
    public synchronized void note(String text) {
        notes.add(new RunData.Note(seconds(), text));
    }

    public synchronized void figure(String name, double value, String unit) {
        figures.add(new RunData.Figure(name, value, unit));
    }

    /** A comparison; each row has a cell for every column. */
    public synchronized void table(String name, List<String> columns, List<List<String>> rows) {
        for (List<String> row : rows) {
            if (row.size() != columns.size()) {
                throw new IllegalArgumentException(
                        "table %s has %d columns, a row of it %d cells".formatted(name, columns.size(), row.size()));
            }
        }
        tables.add(new RunData.Table(
                name, List.copyOf(columns), rows.stream().map(List::copyOf).toList()));
    }

    /**
     * @param basis from when to when the time runs, and what that means for coordinated omission
     * @param micros copied
     */
    public synchronized void percentiles(String name, String basis, Histogram micros) {
        curves.add(PercentileCurves.of(name, basis, micros));
    }

    /** Adds a verdict to those before it: a long run may be judged in segments. */
    public synchronized void judged(Verdict verdict) {
        judgement.add(verdict);
    }

    /** The run failed by something that is no anomaly of its history, such as events that did not flow again in time. */
    public synchronized void failed(String sentence) {
        judgement.addBreach(sentence);
    }

    /**
     * Somebody owns the shard from a moment on; the empty owner is nobody. Moments of a shard must not go back. Does nothing
     * when that is known.
     *
     * @param sinceNanos of {@link System#nanoTime()}
     */
    public synchronized void owner(int shard, String owner, long epoch, long sinceNanos) {
        tenures.add(Math.max(0, secondsAt(sinceNanos)), shard, owner, epoch);
    }

    /** One sample of everything, taken now. */
    public synchronized void sample(Map<Column, Double> values) {
        samples.add(seconds(), values);
    }

    /** All of it up to now. */
    public synchronized RunData data() {
        double now = seconds();
        return new RunData(
                RunData.FORMAT,
                title,
                startedAt.toString(),
                now,
                new LinkedHashMap<>(settings),
                judgement.data(),
                List.copyOf(figures),
                samples(),
                List.copyOf(curves),
                tenures.data(),
                faults.kept().stream().map(FaultMark::data).toList(),
                notes(now),
                List.copyOf(tables));
    }

    private RunData.Samples samples() {
        List<RunData.Series> series = new ArrayList<>();
        samples.values()
                .forEach((column, values) -> series.add(new RunData.Series(
                        column.of(),
                        column.quantity(),
                        Arrays.stream(values).mapToObj(RunLog::orNull).toList())));
        return new RunData.Samples(samples.times(), series);
    }

    private static Double orNull(double value) {
        return Double.isFinite(value) ? Double.valueOf(value) : null;
    }

    private List<RunData.Note> notes(double now) {
        List<RunData.Note> all = new ArrayList<>(notes.kept());
        addDropped(all, now, "faults", faults.dropped());
        addDropped(all, now, "notes", notes.dropped());
        addDropped(all, now, "changes of ownership", tenures.dropped());
        return all;
    }

    private static void addDropped(List<RunData.Note> all, double now, String what, long dropped) {
        if (dropped > 0) {
            all.add(new RunData.Note(now, "%,d further %s are not in this report".formatted(dropped, what)));
        }
    }
}
