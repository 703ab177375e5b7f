package dev.latchkey.lab.fault;

import java.time.Duration;
import java.util.Locale;

/**
 * One fault of a schedule.
 *
 * @param after how long to wait before it, counted from the beginning of its round
 */
public record Strike(Fault fault, Duration after, Blow blow) {
    /** The same at another time. */
    public Strike at(Duration time) {
        return new Strike(fault, time, blow);
    }

    /** Such as {@code cut-broker node-2 6.2s}. */
    public String line() {
        String whom = switch (fault.part()) {
            case NODE, LINK, CLOCK -> " node-" + (blow.node() + 1);
            case DATABASE, BROKER, ENSEMBLE -> "";
        };
        return String.format(
                Locale.ROOT, "%s%s %.1fs", fault.name(), whom, blow.length().toMillis() / 1e3);
    }
}
