package dev.latchkey.lab.report;

import java.util.Map;

/**
 * Measures something, once a second.
 *
 * <p>Called from one thread. What can't be measured right now is left out of the sample; an exception says that it can't be
 * measured in this run at all.
 */
@FunctionalInterface
public interface Probe extends AutoCloseable {
    void read(Map<Column, Double> sample);

    @Override
    default void close() {
        // Most hold nothing.
    }
}
