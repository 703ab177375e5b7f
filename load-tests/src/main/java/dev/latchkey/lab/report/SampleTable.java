package dev.latchkey.lab.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Rows of samples over time, at most {@code limit} of them however long the run: when it is full, of every four rows two
 * remain, and later samples are gathered in groups as coarse.
 *
 * <p>Each column keeps the smallest and the largest value of a group, in the order in which they came, so a spike or an
 * outage of one second is still there after a day. A value moves in time by less than its group is long. Not thread-safe.
 */
final class SampleTable {
    private static final int GROUP = 4;

    private final int limit;
    private final Map<Column, Integer> columns = new LinkedHashMap<>();
    private final List<Row> gathered = new ArrayList<>();
    private List<Row> rows = new ArrayList<>();
    private int groupSize = 1;

    /** @param values by column number; columns that were unknown then are beyond its end, absent ones are NaN */
    private record Row(double atSeconds, double[] values) {
        double value(int column) {
            return column < values.length ? values[column] : Double.NaN;
        }
    }

    /** @param limit a multiple of four */
    SampleTable(int limit) {
        if (limit <= 0 || limit % GROUP != 0) {
            throw new IllegalArgumentException("limit must be a positive multiple of " + GROUP + ", not " + limit);
        }
        this.limit = limit;
    }

    /** Times must not go back. */
    void add(double atSeconds, Map<Column, Double> sample) {
        sample.keySet().forEach(column -> columns.putIfAbsent(column, columns.size()));
        double[] values = new double[columns.size()];
        Arrays.fill(values, Double.NaN);
        sample.forEach((column, value) -> values[columns.get(column)] = value);
        gathered.add(new Row(atSeconds, values));
        if (gathered.size() == groupSize) {
            rows.addAll(extremes(gathered));
            gathered.clear();
        }
        if (rows.size() >= limit) {
            thin();
        }
    }

    private void thin() {
        List<Row> fewer = new ArrayList<>(limit);
        for (int from = 0; from < rows.size(); from += GROUP) {
            fewer.addAll(extremes(rows.subList(from, Math.min(rows.size(), from + GROUP))));
        }
        rows = fewer;
        // Two rows stand for a group, so the first thinning makes groups of four, every later one doubles them.
        groupSize = groupSize == 1 ? GROUP : 2 * groupSize;
    }

    List<Double> times() {
        return all().stream().map(Row::atSeconds).toList();
    }

    /** Values by column, one for each of {@link #times()}; NaN where there is none. */
    Map<Column, double[]> values() {
        List<Row> all = all();
        Map<Column, double[]> values = new LinkedHashMap<>();
        columns.forEach((column, number) -> values.put(
                column, all.stream().mapToDouble(row -> row.value(number)).toArray()));
        return values;
    }

    private List<Row> all() {
        List<Row> all = new ArrayList<>(rows);
        all.addAll(extremes(gathered));
        return all;
    }

    /** Two rows that stand for many; fewer than three stand for themselves. */
    private List<Row> extremes(List<Row> group) {
        if (group.size() <= 2) {
            return List.copyOf(group);
        }
        double[] first = new double[columns.size()];
        double[] second = new double[columns.size()];
        for (int column = 0; column < columns.size(); column++) {
            reduce(group, column, first, second);
        }
        int half = group.size() / 2;
        return List.of(
                new Row(group.get(half - 1).atSeconds(), first),
                new Row(group.get(group.size() - 1).atSeconds(), second));
    }

    private static void reduce(List<Row> group, int column, double[] first, double[] second) {
        int least = -1;
        int most = -1;
        int known = 0;
        for (int n = 0; n < group.size(); n++) {
            double value = group.get(n).value(column);
            if (Double.isNaN(value)) {
                continue;
            }
            known++;
            least = least < 0 || value < group.get(least).value(column) ? n : least;
            most = most < 0 || value >= group.get(most).value(column) ? n : most;
        }
        first[column] = Double.NaN;
        second[column] = Double.NaN;
        if (known == 1) {
            // Its neighbours are missing: it must not spread into their time.
            (least < group.size() / 2 ? first : second)[column] =
                    group.get(least).value(column);
        } else if (known > 1) {
            first[column] = group.get(Math.min(least, most)).value(column);
            second[column] = group.get(Math.max(least, most)).value(column);
        }
    }
}
