package dev.latchkey.bridge;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Which channels are to be looked at. One note a channel, however many notifications come in: the rows tell how many
 * messages there are. Thread-safe.
 */
final class WakeUps {
    // Guarded by this.
    private final Map<String, Cause> waiting = new HashMap<>();

    synchronized void note(String channel, Cause cause) {
        waiting.merge(channel, cause, Cause::or);
    }

    /** To be taken before the rows are read: whoever notes later has rows that this read may have missed. */
    synchronized Optional<Cause> take(String channel) {
        return Optional.ofNullable(waiting.remove(channel));
    }
}
