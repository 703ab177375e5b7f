package dev.latchkey.bridge;

import dev.latchkey.failure.RetryableFailure;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings what was noted to the broker, a batch a channel in turn, so that a busy channel or one that doesn't get through
 * holds no other back. Used by one thread.
 */
final class Publisher implements Turn {
    private static final Logger log = LoggerFactory.getLogger(Publisher.class);
    private static final long STANDBY_WAIT = Duration.ofSeconds(1).toNanos();
    private static final long BLOCKED_WAIT = Duration.ofMillis(200).toNanos();
    private static final String BROKER = "rabbitmq";

    private final QueuePublisher publisher;
    private final TransientChannels transients;
    private final List<RowChannel> channels;
    private final Chores chores;
    private final BooleanSupplier active;
    private final BridgeStatus status;
    private final RetryDelays delays;
    private long retryAt;
    private boolean away;
    private boolean open;

    Publisher(
            QueuePublisher publisher,
            TransientChannels transients,
            List<RowChannel> channels,
            Chores chores,
            RetryPolicy retry,
            BooleanSupplier active,
            BridgeStatus status) {
        this.publisher = publisher;
        this.transients = transients;
        this.channels = List.copyOf(channels);
        this.chores = chores;
        this.delays = new RetryDelays(retry);
        this.active = active;
        this.status = status;
    }

    @Override
    public long doWork(long now) {
        if (!active.getAsBoolean()) {
            close();
            return STANDBY_WAIT;
        }
        long wait = chores.doWork(now);
        if (!reachesBroker(now)) {
            return Math.min(wait, Math.max(1, retryAt - now));
        }
        if (isBlocked()) {
            return Math.min(wait, BLOCKED_WAIT);
        }
        wait = Math.min(wait, transients.turn());
        for (RowChannel channel : channels) {
            wait = Math.min(wait, channel.turn(now));
        }
        return wait;
    }

    private boolean reachesBroker(long now) {
        if (away && now - retryAt < 0) {
            return false;
        }
        try {
            publisher.open();
        } catch (RetryableFailure e) {
            away = true;
            open = false;
            retryAt = now + delays.nextForever().toNanos();
            if (status.problem(BROKER, e.getMessage())) {
                log.warn("bridge: no broker, nothing is published: {}", e.getMessage());
            }
            return false;
        }
        if (away) {
            away = false;
            delays.reset();
            channels.forEach(RowChannel::retryAtOnce);
            if (status.solved(BROKER)) {
                log.info("bridge: the broker is back");
            }
        }
        open = true;
        return true;
    }

    /** Sending to a broker that blocks would only hold rows locked. */
    private boolean isBlocked() {
        Optional<String> reason = publisher.blocked();
        if (reason.isPresent()) {
            status.problem(BROKER, "blocks publishers: " + reason.get());
        } else if (status.solved(BROKER)) {
            channels.forEach(RowChannel::retryAtOnce);
        }
        return reason.isPresent();
    }

    @Override
    public void close() {
        if (open) {
            open = false;
            publisher.close();
        }
    }
}
