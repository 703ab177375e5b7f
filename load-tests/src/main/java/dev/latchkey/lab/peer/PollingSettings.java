package dev.latchkey.lab.peer;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;

/**
 * How the polling publisher works.
 *
 * @param workers threads that share the table by {@code skip locked}, each with a connection and a producer
 * @param batch rows of one transaction
 * @param interval between polls
 */
public record PollingSettings(int workers, int batch, Duration interval, PollingPace pace) {
    /** As the usual description of the pattern has it, but for the pace: one loop, 100 rows, every second. */
    public static PollingSettings defaults() {
        return new PollingSettings(1, 100, Duration.ofSeconds(1), PollingPace.whenIdle);
    }

    String line() {
        return "%d worker(s), batches of %d, interval %d ms, waits: %s"
                .formatted(workers, batch, interval.toMillis(), pace);
    }

    Map<String, String> toMap() {
        Map<String, String> map = new LinkedHashMap<>();
        map.put("workers", Integer.toString(workers));
        map.put("batch", Integer.toString(batch));
        map.put("interval.ms", Long.toString(interval.toMillis()));
        map.put("pace", pace.name());
        return map;
    }

    static PollingSettings of(Properties properties) {
        return new PollingSettings(
                Integer.parseInt(properties.getProperty("workers")),
                Integer.parseInt(properties.getProperty("batch")),
                Duration.ofMillis(Long.parseLong(properties.getProperty("interval.ms"))),
                PollingPace.valueOf(properties.getProperty("pace")));
    }
}
