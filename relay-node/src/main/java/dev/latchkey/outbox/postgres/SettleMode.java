package dev.latchkey.outbox.postgres;

import java.util.Locale;

/** What becomes of a row once the broker has its event. */
public enum SettleMode {
    /** The row is deleted: the table holds pending events only. */
    DELETE,
    /** The row is stamped with the time and deleted when its retention is over. */
    MARK;

    /** The name as configured: {@code delete} or {@code mark}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
