package dev.latchkey.bridge;

import dev.latchkey.failure.RelayFailure;
import dev.latchkey.metrics.BridgeMetrics;
import dev.latchkey.publish.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A channel with a table: claims rows, publishes them, and stamps in the same transaction those that the broker has
 * confirmed. Used by one thread.
 */
final class RowChannel {
    private static final Logger log = LoggerFactory.getLogger(RowChannel.class);

    private final Channel channel;
    private final Duration stuckAge;
    private final Gear gear;
    private final RetryDelays delays;
    private long retryAt;
    private boolean waiting;

    /** What all channels share. */
    record Gear(
            WakeUps wakeUps,
            EventTable table,
            QueuePublisher publisher,
            Messages messages,
            BridgeStatus status,
            BridgeMetrics metrics) {}

    RowChannel(Channel channel, BridgeSettings settings, Gear gear) {
        this.channel = channel;
        this.stuckAge = settings.stuckAge();
        this.gear = gear;
        this.delays = new RetryDelays(settings.retry());
    }

    /** Publishes one batch if there is cause. Returns how long there is nothing to do here; 0 when there is more. */
    long turn(long now) {
        if (waiting && now - retryAt < 0) {
            return retryAt - now;
        }
        Optional<Cause> cause = gear.wakeUps().take(channel.name());
        return cause.isEmpty() ? Long.MAX_VALUE : publish(now, cause.get());
    }

    /** What kept this channel back may be over. */
    void retryAtOnce() {
        waiting = false;
        delays.reset();
    }

    private long publish(long now, Cause cause) {
        Duration olderThan = cause == Cause.SWEEP ? stuckAge : Duration.ZERO;
        try (Claim claim = gear.table().claim(channel.name(), olderThan)) {
            Batch batch = send(claim.rows());
            if (!batch.settledNothing()) {
                claim.settle(batch.published, batch.refused);
                count(batch, cause);
            }
            if (batch.keptBack != null) {
                return keepBack(now, cause, batch.keptBack);
            }
            goesThrough();
            if (claim.more()) {
                gear.wakeUps().note(channel.name(), cause);
                return 0;
            }
            return Long.MAX_VALUE;
        } catch (RelayFailure e) {
            return keepBack(now, cause, e.getMessage());
        }
    }

    private Batch send(List<EventRow> rows) {
        Batch batch = new Batch();
        if (rows.isEmpty()) {
            return batch;
        }
        List<Outcome> answers = gear.publisher()
                .publish(rows.stream()
                        .map(row -> gear.messages().of(channel, row))
                        .toList());
        for (int i = 0; i < rows.size(); i++) {
            batch.add(rows.get(i).id(), answers.get(i));
        }
        return batch;
    }

    private void count(Batch batch, Cause cause) {
        gear.metrics().published(batch.published.size());
        switch (cause) {
            case LIVE -> {}
            case CATCH_UP -> gear.metrics().caughtUp(batch.published.size());
            case SWEEP -> gear.metrics().swept(batch.published.size());
        }
        for (RefusedRow refused : batch.refused) {
            gear.metrics().parked();
            log.error("bridge: channel {}: row {} parked: {}", channel.name(), refused.id(), refused.reason());
        }
    }

    private long keepBack(long now, Cause cause, String reason) {
        gear.wakeUps().note(channel.name(), cause);
        gear.metrics().keptBack();
        if (gear.status().problem(where(), reason)) {
            log.warn("bridge: channel {}: kept back, trying again: {}", channel.name(), reason);
        }
        long wait = delays.nextForever().toNanos();
        waiting = true;
        retryAt = now + wait;
        return wait;
    }

    private void goesThrough() {
        waiting = false;
        delays.reset();
        if (gear.status().solved(where())) {
            log.info("bridge: channel {}: goes through again", channel.name());
        }
    }

    private String where() {
        return "channel " + channel.name();
    }

    /** What became of a claim's rows. */
    private static final class Batch {
        private final List<Long> published = new ArrayList<>();
        private final List<RefusedRow> refused = new ArrayList<>();
        private String keptBack;

        void add(long id, Outcome answer) {
            switch (answer.kind()) {
                case CONFIRMED -> published.add(id);
                case REFUSED -> refused.add(new RefusedRow(id, answer.reason()));
                case RETURNED, NACKED -> keptBack = answer.reason();
                case UNSENT -> keptBack = keptBack == null ? answer.reason() : keptBack;
            }
        }

        boolean settledNothing() {
            return published.isEmpty() && refused.isEmpty();
        }
    }
}
