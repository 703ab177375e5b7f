package dev.latchkey.lab.workload;

import java.time.Duration;

/** Transactions that are always open beside the stream: an event at their start, one of the same key before their commit. */
public record LongTransactions(int count, Duration open) {
    public static final LongTransactions NONE = new LongTransactions(0, Duration.ZERO);

    public LongTransactions {
        if (count < 0 || count > 0 && (open.isZero() || open.isNegative())) {
            throw new IllegalArgumentException(
                    "%d long transactions of %s: none, or with a time above 0".formatted(count, open));
        }
    }
}
