package dev.latchkey.lab.load;

import java.time.Duration;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Refuses option values as wrong usage, with option, value and rule. */
record OptionRules(CommandSpec spec) {
    static final int MOST_NODES = 9;
    static final int MOST_LANES = 16;
    static final int MOST_SHARDS = 256;
    /** An event costs the lab about this much of its heap from commit to verdict. */
    private static final long BYTES_PER_EVENT = 700;

    void between(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw wrong("%s must be from %d to %d, not %d".formatted(option, least, most, value));
        }
    }

    void between(String option, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw wrong("%s must be from %d to %d s, not %s s"
                    .formatted(option, least.toSeconds(), most.toSeconds(), value.toMillis() / 1_000.0));
        }
    }

    /** The workload would stop writing amid the measurement when its history has filled the heap. */
    void fitsMemory(long events) {
        long most = mostEvents();
        if (events > most) {
            throw wrong("about %,d events don't fit into this heap, %,d do: lower the rate, the rows or the times"
                    .formatted(events, most));
        }
    }

    static long mostEvents() {
        return Math.max(1_000, Runtime.getRuntime().maxMemory() / BYTES_PER_EVENT);
    }

    ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
