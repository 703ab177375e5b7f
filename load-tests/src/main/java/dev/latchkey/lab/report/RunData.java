package dev.latchkey.lab.report;

import java.util.List;
import java.util.Map;

/**
 * Everything a report shows, as it stands in the JSON file: names are the components' names, units come last in them, times
 * are seconds since the run began, what is unknown is null.
 *
 * @param format name and version of this shape, see {@link #FORMAT}
 * @param title the workload
 * @param startedAt by the wall clock, ISO 8601
 * @param settings what was asked for and on what it ran, by name
 * @param verdict what the checker found
 * @param figures the run in a few numbers
 * @param samples about one a second; thinned out in long runs, in which every series keeps its extremes
 * @param percentileCurves of latencies
 * @param ownership who owned which shard when
 * @param faults what was done to the cluster, by begin
 * @param notes what else happened, by time
 * @param tables comparisons
 */
public record RunData(
        String format,
        String title,
        String startedAt,
        double durationSeconds,
        Map<String, String> settings,
        VerdictData verdict,
        List<Figure> figures,
        Samples samples,
        List<PercentileCurve> percentileCurves,
        List<Tenure> ownership,
        List<FaultData> faults,
        List<Note> notes,
        List<Table> tables) {
    /** Grows with every change that a reader of the file must know of. */
    public static final String FORMAT = "latchkey-report/1";

    /**
     * @param status {@code kept}, {@code broken}, or {@code unproven} where there was nothing to judge
     * @param sentence the same in words
     * @param counts anomalies by kind
     * @param anomalies the first of each kind
     */
    public record VerdictData(
            String status,
            String sentence,
            long committedEvents,
            long deliveredEvents,
            Map<String, Long> counts,
            List<AnomalyData> anomalies) {}

    /** One breach of the promise; {@code detail} is for a person. */
    public record AnomalyData(String kind, String topic, String key, List<String> eventIds, String detail) {}

    /** One number. */
    public record Figure(String name, double value, String unit) {}

    /** All series share {@code atSeconds}. */
    public record Samples(List<Double> atSeconds, List<Series> series) {}

    /** @param of see {@link Column} */
    public record Series(String of, String quantity, List<Double> values) {}

    /**
     * @param basis from when to when the time runs, and what that means for coordinated omission
     * @param percentiles from 0 to 100
     * @param millis one for each of them
     */
    public record PercentileCurve(
            String name, String basis, long events, List<Double> percentiles, List<Double> millis) {}

    /**
     * One owner's time with one shard.
     *
     * @param owner a node; empty while nobody owned it
     * @param toSeconds null while it lasted at the end of the run
     */
    public record Tenure(int shard, String owner, long epoch, double fromSeconds, Double toSeconds) {}

    /**
     * @param goal what the cluster should do about it
     * @param endSeconds null if it had not ended when the run did
     * @param outcome empty until then
     */
    public record FaultData(String name, String goal, double beginSeconds, Double endSeconds, String outcome) {}

    /** Something that happened. */
    public record Note(double atSeconds, String text) {}

    /** Cells as they are to be read. */
    public record Table(String name, List<String> columns, List<List<String>> rows) {}
}
