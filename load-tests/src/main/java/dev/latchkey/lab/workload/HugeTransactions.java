package dev.latchkey.lab.workload;

import java.time.Duration;

/** Transactions of very many rows, one every so often beside the stream, and on top of its rate. */
public record HugeTransactions(int rows, Duration every) {
    public static final HugeTransactions NONE = new HugeTransactions(0, Duration.ZERO);

    public HugeTransactions {
        if (rows < 0 || rows > 0 && (every.isZero() || every.isNegative())) {
            throw new IllegalArgumentException(
                    "transactions of %d rows every %s: none, or with a time above 0".formatted(rows, every));
        }
    }

    /** How many rows a run of this length holds at the most. */
    public long rowsWithin(Duration time) {
        return rows == 0 ? 0 : rows * (time.toNanos() / every.toNanos());
    }
}
