package dev.latchkey.lane;

import dev.latchkey.coordination.ShardMap;
import dev.latchkey.failure.PoisonFailure;
import dev.latchkey.failure.RelayFailure;
import dev.latchkey.failure.StepDownFailure;
import dev.latchkey.metrics.LaneMetrics;
import dev.latchkey.outbox.Batch;
import dev.latchkey.outbox.OwnershipFence;
import dev.latchkey.publish.Publication;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A worker of the node: reads, publishes and settles for all of its shards together.
 *
 * <p>It is logic only: {@link #doWork} is called over and over by one thread and says how long the next call may wait. What
 * other threads may ask is {@link #state} and {@link #lastError}, and the shards' status through {@link LaneShards}.
 *
 * <p>Nothing is settled that the broker did not acknowledge, and nothing is read again before what the broker has is
 * settled: a batch is either unpublished, or published and remembered in {@link #unsettled}, or in doubt, and then the
 * incarnation ends and the next one finds out.
 */
final class Lane {
    private static final Logger log = LoggerFactory.getLogger(Lane.class);

    private static final long FIRST_BACKOFF = 100_000_000L;
    private static final long MOST_BACKOFF = 10_000_000_000L;

    private final int number;
    private final LaneSettings settings;
    private final Incarnation.Factory incarnations;
    private final LaneShards shards;
    private final ShardMap shardMap;
    private final LaneMetrics metrics;
    private final Backoff backoff;

    private Incarnation incarnation;
    private PublishedBatch unsettled;
    private long retryAt;
    private long idleWait;
    private volatile long lastStep;
    private volatile LaneState state = LaneState.OPENING;
    private volatile String lastError;

    Lane(
            int number,
            LaneSettings settings,
            Incarnation.Factory incarnations,
            OwnershipFence fence,
            LaneEvents events,
            ShardMap shardMap,
            LaneMetrics metrics) {
        this.number = number;
        this.settings = settings;
        this.incarnations = incarnations;
        this.shards = new LaneShards(settings, fence, events);
        this.backoff = new Backoff(FIRST_BACKOFF, MOST_BACKOFF, settings.random());
        this.shardMap = shardMap;
        this.metrics = metrics;
        this.idleWait = settings.minInterval().toNanos();
        this.lastStep = settings.nanoTime().getAsLong();
    }

    int number() {
        return number;
    }

    LaneShards shards() {
        return shards;
    }

    LaneState state() {
        return state;
    }

    /** Why the lane isn't running; null when it is. */
    String lastError() {
        return lastError;
    }

    /**
     * One turn.
     *
     * @param now monotonic time in nanoseconds
     * @return nanoseconds until there may be more to do, unless orders arrive before; 0 for at once
     */
    long doWork(long now) {
        lastStep = now;
        try {
            shards.follow(unsettled == null, now);
            if (state == LaneState.BACKING_OFF && now - retryAt < 0) {
                return retryAt - now;
            }
            if (incarnation == null) {
                open();
            }
            return turn(now);
        } catch (PoisonFailure e) {
            shards.halt(shardMap.shardOf(e.slot()), e, now);
            return 0;
        } catch (StepDownFailure e) {
            stepDown(e.getMessage());
            return backOff(e, now);
        } catch (RelayFailure e) {
            // To be retried, or to be mended by a person: either way it waits, for longer each time.
            return backOff(e, now);
        } catch (RuntimeException e) {
            // Nothing known of: this incarnation may be in any state, so it ends. The full trace is worth having.
            log.error("{} lane {}: unexpected failure", settings.node(), number, e);
            metrics.unexpected();
            stepDown("unexpected failure: " + e);
            return backOff(e, now);
        }
    }

    private void open() throws RelayFailure {
        become(LaneState.OPENING, "needs an incarnation");
        incarnation = incarnations.open(number);
        become(LaneState.RUNNING, "opened " + incarnation.id());
    }

    private long turn(long now) throws RelayFailure {
        settleLeftover(now);
        shards.takeOver(incarnation);
        step();
        shards.recover(incarnation, now);
        shards.report(incarnation, now);
        Set<Integer> active = shards.active();
        long begun = step();
        Batch batch = incarnation.outbox().next(active);
        metrics.read(begun, step(), batch, active);
        becomeRunning();
        if (batch.isEmpty()) {
            return idle(active.isEmpty());
        }
        publish(batch);
        idleWait = settings.minInterval().toNanos();
        return batch.more() ? 0 : Math.max(0, settings.minInterval().toNanos() - (step() - now));
    }

    private long idle(boolean nothingToServe) {
        long most = settings.maxInterval().toNanos();
        long wait = nothingToServe ? most : idleWait;
        idleWait = Math.min(most, idleWait * 2);
        return wait;
    }

    private void publish(Batch batch) throws RelayFailure {
        long begun = step();
        Publication publication = incarnation.publisher().publish(batch.events());
        long acknowledged = step();
        if (!publication.events().isEmpty()) {
            unsettled = new PublishedBatch(publication.events(), publication.mark());
            metrics.published(begun, acknowledged, publication.events());
            settleLeftover(acknowledged);
        }
        if (publication.failure() != null) {
            throw publication.failure();
        }
    }

    /** What is published goes before anything else: were it forgotten, it would be published twice. */
    private void settleLeftover(long now) throws RelayFailure {
        if (unsettled == null) {
            return;
        }
        incarnation.outbox().settle(unsettled.refs(), unsettled.mark());
        metrics.settled(now, step());
        shards.published(unsettled.perShard(shardMap));
        unsettled = null;
    }

    /** Notes that the lane has come this far, for liveness: every single wait is bounded well below a minute. */
    private long step() {
        lastStep = settings.nanoTime().getAsLong();
        return lastStep;
    }

    /** When the lane last got on, by its monotonic clock. */
    long lastStep() {
        return lastStep;
    }

    private void stepDown(String reason) {
        become(LaneState.FENCED, reason);
        metrics.fenced();
        endIncarnation(reason);
    }

    private void endIncarnation(String reason) {
        if (incarnation != null) {
            incarnation.close();
        }
        incarnation = null;
        unsettled = null;
        shards.incarnationEnded(reason);
    }

    private long backOff(Exception e, long now) {
        long wait = backoff.next();
        retryAt = now + wait;
        if (!e.getMessage().equals(lastError)) {
            log.warn("{} lane {}: {}", settings.node(), number, e.getMessage());
        }
        become(LaneState.BACKING_OFF, e.getClass().getSimpleName());
        lastError = e.getMessage();
        metrics.backedOff();
        return wait;
    }

    private void becomeRunning() {
        backoff.reset();
        if (state != LaneState.RUNNING) {
            become(LaneState.RUNNING, "recovered");
        }
        lastError = null;
    }

    private void become(LaneState next, String reason) {
        if (state != next) {
            log.info("{} lane {}: {} -> {} ({})", settings.node(), number, state, next, reason);
            state = next;
        }
    }

    /** Ends the lane. What it had published and not settled is left to recovery. */
    void close() {
        become(LaneState.CLOSED, "node ends");
        if (incarnation != null) {
            incarnation.close();
            incarnation = null;
        }
    }
}
