package dev.latchkey.admin;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A table for a terminal: columns padded to their widest cell, no rules, nothing at the end of a line. */
final class TextTable {
    private final List<String[]> rows = new ArrayList<>();

    TextTable(String... titles) {
        rows.add(titles);
    }

    /** @param cells one for each title; null is shown as a dash */
    TextTable row(Object... cells) {
        rows.add(Arrays.stream(cells)
                .map(cell -> cell == null || "".equals(cell) ? "-" : oneLine(cell.toString()))
                .toArray(String[]::new));
        return this;
    }

    /** Errors and keys come from outside: a line break or an escape sequence in one must not fake a row. */
    static String oneLine(String text) {
        return text.replaceAll("\\p{Cntrl}+", " ").strip();
    }

    @Override
    public String toString() {
        int[] widths = new int[rows.get(0).length];
        rows.forEach(row -> {
            for (int column = 0; column < widths.length; column++) {
                widths[column] = Math.max(widths[column], row[column].length());
            }
        });
        StringBuilder text = new StringBuilder();
        rows.forEach(row -> text.append(line(row, widths)).append('\n'));
        return text.toString();
    }

    private static String line(String[] row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < row.length; column++) {
            line.append(row[column]).append(" ".repeat(widths[column] - row[column].length() + 2));
        }
        return line.toString().stripTrailing();
    }
}
