package dev.latchkey.bridge.postgres;

import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.function.Supplier;

/**
 * How the listening connection is opened.
 *
 * @param driver what pgjdbc is given beside the URL; asked for at each connection, since a password may change
 * @param limit the longest wait for an answer on it
 */
public record ListenSettings(String url, Supplier<Properties> driver, List<String> channels, Duration limit) {
    /** By this name the connection is found in {@code pg_stat_activity}. */
    public static final String APPLICATION_NAME = "latchkey-bridge-listen";

    public ListenSettings {
        channels = List.copyOf(channels);
    }
}
