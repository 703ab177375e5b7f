package dev.latchkey.bridge;

import java.time.Duration;
import java.util.List;

/**
 * What the bridge is told.
 *
 * @param retry for the connection that listens, the broker's, and a channel whose messages don't get through
 * @param probeInterval from one round trip on the listening connection to the next
 * @param sweepInterval from one look for rows left behind to the next
 * @param stuckAge age from which a row counts as left behind
 * @param cleanupInterval from one cleaning of the table to the next
 * @param transientCapacity most notifications without a row that wait for the broker
 * @param deadLetterQueue where payloads go that are no JSON; null has them published as they are
 */
public record BridgeSettings(
        List<Channel> channels,
        RetryPolicy retry,
        Duration probeInterval,
        Duration sweepInterval,
        Duration stuckAge,
        Duration cleanupInterval,
        int transientCapacity,
        String deadLetterQueue) {
    public BridgeSettings {
        channels = List.copyOf(channels);
    }
}
