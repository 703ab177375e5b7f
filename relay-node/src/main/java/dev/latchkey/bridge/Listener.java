package dev.latchkey.bridge;

import dev.latchkey.failure.RelayFailure;
import dev.latchkey.failure.StopFailure;
import dev.latchkey.metrics.BridgeMetrics;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hears the channels and takes notes; it never waits for the broker, so that the server's queue of notifications is
 * emptied whatever happens there. Used by one thread.
 */
final class Listener implements Turn {
    private static final Logger log = LoggerFactory.getLogger(Listener.class);

    /** How long the thread may be deaf to an order to stop. */
    private static final Duration AWAIT = Duration.ofMillis(500);

    private static final long STANDBY_WAIT = Duration.ofSeconds(1).toNanos();

    private final Listening.Source source;
    private final Map<String, Channel> channels;
    private final Inbox inbox;
    private final RetryDelays delays;
    private final long probeInterval;
    private final Surroundings surroundings;
    private Listening connection;
    private boolean hadConnection;
    private long retryAt;
    private long probeAt;
    private boolean ended;

    /** Where notes go. */
    record Inbox(WakeUps wakeUps, TransientBuffer buffer, Runnable noted) {}

    /**
     * What the listener asks and tells.
     *
     * @param active whether this process is to listen
     * @param gaveUp called once, when the last try to connect has failed; may only take a note
     */
    record Surroundings(
            BooleanSupplier active, BridgeStatus status, BridgeMetrics metrics, Clock clock, Runnable gaveUp) {}

    Listener(Listening.Source source, BridgeSettings settings, Inbox inbox, Surroundings surroundings) {
        this.source = source;
        this.channels =
                settings.channels().stream().collect(Collectors.toUnmodifiableMap(Channel::name, Function.identity()));
        this.inbox = inbox;
        this.delays = new RetryDelays(settings.retry());
        this.probeInterval = settings.probeInterval().toNanos();
        this.surroundings = surroundings;
    }

    @Override
    public long doWork(long now) {
        if (ended) {
            return Long.MAX_VALUE;
        }
        if (!surroundings.active().getAsBoolean()) {
            standBy();
            return STANDBY_WAIT;
        }
        return connection == null ? connect(now) : listen(now);
    }

    private void standBy() {
        if (connection != null) {
            log.info("bridge: standing by, no longer listening");
        }
        close();
        delays.reset();
        retryAt = 0;
        hadConnection = false;
        surroundings.status().standby("another node runs the bridge");
        // What was heard before now may have been published by another in the meantime.
        inbox.buffer().clear();
    }

    private long connect(long now) {
        if (retryAt != 0 && now - retryAt < 0) {
            return retryAt - now;
        }
        try {
            connection = source.open();
        } catch (RelayFailure e) {
            return failed(now, e);
        }
        log.info("bridge: listening to {} channels{}", channels.size(), hadConnection ? " again" : "");
        if (hadConnection) {
            surroundings.metrics().reconnected();
        }
        hadConnection = true;
        delays.reset();
        retryAt = 0;
        probeAt = now + probeInterval;
        surroundings.status().connected();
        catchUp();
        return 0;
    }

    /** Comes after the LISTEN, so that a row is either found by the catch-up or heard. */
    private void catchUp() {
        channels.values().stream()
                .filter(channel -> !channel.transientOnly())
                .forEach(channel -> inbox.wakeUps().note(channel.name(), Cause.CATCH_UP));
        inbox.noted().run();
    }

    private long listen(long now) {
        try {
            List<Notification> heard = connection.await(AWAIT);
            heard.forEach(this::note);
            if (!heard.isEmpty()) {
                inbox.noted().run();
            }
            if (now - probeAt >= 0) {
                surroundings.metrics().queueUsage(connection.probe());
                probeAt = now + probeInterval;
            }
            return 0;
        } catch (RelayFailure e) {
            close();
            return failed(now, e);
        }
    }

    private void note(Notification notification) {
        Channel channel = channels.get(notification.channel());
        if (channel == null) {
            return;
        }
        surroundings.metrics().heard();
        if (!channel.transientOnly()) {
            inbox.wakeUps().note(channel.name(), Cause.LIVE);
        } else if (!inbox.buffer().add(notification)) {
            surroundings.metrics().transientLost(1);
        }
    }

    private long failed(long now, RelayFailure failure) {
        if (delays.failed() == 0) {
            log.warn("bridge: not listening, trying again: {}", failure.getMessage());
        } else {
            log.debug("bridge: try {} failed: {}", delays.failed(), failure.getMessage());
        }
        surroundings.status().disconnected(surroundings.clock().instant(), failure.getMessage());
        Optional<Duration> wait = failure instanceof StopFailure ? Optional.empty() : delays.next();
        if (wait.isEmpty()) {
            giveUp(failure);
            return Long.MAX_VALUE;
        }
        retryAt = now + wait.get().toNanos();
        return wait.get().toNanos();
    }

    private void giveUp(RelayFailure failure) {
        ended = true;
        log.error("bridge: giving up after {} tries to listen: {}", delays.failed(), failure.getMessage());
        surroundings.status().ended(failure.getMessage());
        surroundings.gaveUp().run();
    }

    @Override
    public void close() {
        if (connection != null) {
            connection.close();
            connection = null;
        }
    }
}
