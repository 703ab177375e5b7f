package dev.latchkey.bridge;

import dev.latchkey.metrics.BridgeMetrics;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * The bridge: two threads, one that listens and one that publishes. It does nothing until it is {@linkplain #activate
 * activated}. Thread-safe.
 */
public final class Bridge {
    private final BridgeStatus status = new BridgeStatus();
    private final BridgeThread listening;
    private final BridgeThread publishing;
    private volatile boolean active;

    /**
     * What the bridge stands between.
     *
     * @param json the canonical bytes of a JSON text; empty for a text that is none
     */
    public record Ends(
            Listening.Source source,
            EventTable table,
            QueuePublisher publisher,
            Function<String, Optional<byte[]>> json) {}

    /** @param gaveUp called once, on a thread of the bridge, when the last try to listen has failed: takes a note */
    public Bridge(
            BridgeSettings settings,
            Ends ends,
            BridgeMetrics metrics,
            Clock clock,
            LongSupplier nanoTime,
            Runnable gaveUp) {
        WakeUps wakeUps = new WakeUps();
        TransientBuffer buffer = new TransientBuffer(settings.transientCapacity());
        Messages messages = new Messages(ends.json(), settings.deadLetterQueue(), metrics);
        Publisher publisher = publisher(settings, ends, wakeUps, buffer, messages, metrics);
        publishing = new BridgeThread("latchkey-bridge-publish", publisher, nanoTime);
        Listener listener = new Listener(
                ends.source(),
                settings,
                new Listener.Inbox(wakeUps, buffer, publishing::wakeUp),
                new Listener.Surroundings(() -> active, status, metrics, clock, gaveUp));
        listening = new BridgeThread("latchkey-bridge-listen", listener, nanoTime);
    }

    private Publisher publisher(
            BridgeSettings settings,
            Ends ends,
            WakeUps wakeUps,
            TransientBuffer buffer,
            Messages messages,
            BridgeMetrics metrics) {
        RowChannel.Gear gear = new RowChannel.Gear(wakeUps, ends.table(), ends.publisher(), messages, status, metrics);
        List<RowChannel> rows = settings.channels().stream()
                .filter(channel -> !channel.transientOnly())
                .map(channel -> new RowChannel(channel, settings, gear))
                .toList();
        return new Publisher(
                ends.publisher(),
                new TransientChannels(settings.channels(), buffer, ends.publisher(), messages, metrics),
                rows,
                new Chores(settings, wakeUps, ends.table(), status, metrics),
                settings.retry(),
                () -> active,
                status);
    }

    public BridgeStatus status() {
        return status;
    }

    public void start() {
        listening.start();
        publishing.start();
    }

    /** This process is to run the bridge. */
    public void activate() {
        active = true;
        listening.wakeUp();
        publishing.wakeUp();
    }

    /** Another process may run it from now on. What is being published is finished unless the publisher is told more. */
    public void deactivate() {
        active = false;
    }

    public boolean active() {
        return active;
    }

    /** Ends both threads after what they are doing now. Returns false when one didn't end in time. */
    public boolean stop(Duration limit) throws InterruptedException {
        active = false;
        boolean published = publishing.stop(limit);
        return listening.stop(limit) && published;
    }
}
