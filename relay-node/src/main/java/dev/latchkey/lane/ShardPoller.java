package dev.latchkey.lane;

import dev.latchkey.coordination.OwnershipTerm;
import dev.latchkey.outbox.OwnershipFence.Doubt;
import dev.latchkey.outbox.OwnershipFence.Grant;
import dev.latchkey.outbox.OwnershipFence.ShardReport;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongUnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** One shard in a lane: its state and what is known of it. Changed by the lane's thread only; {@link #status} may be asked by any. */
final class ShardPoller {
    private static final Logger log = LoggerFactory.getLogger(ShardPoller.class);

    private final String node;
    private final int shard;
    private final Backoff haltRetry;

    private OwnershipTerm term;
    private String heldAs = "";
    private boolean granted;
    private boolean paused;
    private Doubt doubt;
    private long retryAt;
    private UUID haltedBy;
    private long unreported;
    private boolean changed = true;
    private volatile ShardStatus status;

    ShardPoller(String node, OwnershipTerm term, LongUnaryOperator random) {
        this.node = node;
        this.shard = term.shard();
        this.term = term;
        this.haltRetry = new Backoff(1_000_000_000L, 60_000_000_000L, random);
        this.status = new ShardStatus(shard, 0, ShardState.TAKING_OVER, null, 0);
    }

    int shard() {
        return shard;
    }

    OwnershipTerm term() {
        return term;
    }

    ShardState state() {
        return status.state();
    }

    ShardStatus status() {
        return status;
    }

    /** Under which lane this node held the shard; empty when a newly won latch entitles it to take the shard from anyone. */
    String heldAs() {
        return heldAs;
    }

    Doubt doubt() {
        return doubt;
    }

    /** True while the shard is this incarnation's at the fence, as far as it knows. */
    boolean granted() {
        return granted;
    }

    void granted(String lane, Grant grant) {
        heldAs = lane;
        granted = true;
        doubt = grant.doubt();
        status = status.withEpoch(grant.epoch());
        if (doubt == null) {
            serve("taken over");
        } else {
            become(ShardState.RECOVERING, "lane " + doubt.lane() + " is in doubt");
        }
    }

    void recovered() {
        doubt = null;
        serve("recovered");
    }

    private void serve(String reason) {
        become(paused ? ShardState.PAUSED : ShardState.ACTIVE, reason);
    }

    /** The incarnation has ended; the shard must be taken anew. */
    void incarnationEnded(String reason) {
        granted = false;
        doubt = null;
        if (state() != ShardState.DRAINING && state() != ShardState.TAKING_OVER) {
            become(ShardState.TAKING_OVER, reason);
        }
    }

    void pause(String reason) {
        paused = true;
        if (state() == ShardState.ACTIVE || state() == ShardState.HALTED) {
            become(ShardState.PAUSED, reason);
        }
    }

    /** A shard that is being drained is given up first, under the term of the drain; then it can be taken anew. */
    void serve(OwnershipTerm newest) {
        if (state() == ShardState.DRAINING) {
            return;
        }
        term = newest;
        paused = false;
        if (state() == ShardState.PAUSED) {
            become(ShardState.ACTIVE, "contact with the ensemble is back");
        }
    }

    void drain(OwnershipTerm newest) {
        term = newest;
        if (state() != ShardState.DRAINING) {
            become(ShardState.DRAINING, "asked to give it up");
        }
    }

    void halt(UUID event, String reason, long now) {
        if (!event.equals(haltedBy)) {
            haltRetry.reset();
            haltedBy = event;
        }
        retryAt = now + haltRetry.next();
        status = status.withError(reason);
        become(ShardState.HALTED, reason);
    }

    /** Gives a halted shard another chance once its time has come. */
    void retryIfDue(long now) {
        if (state() == ShardState.HALTED && now - retryAt >= 0) {
            become(ShardState.ACTIVE, "trying again");
        }
    }

    void failed(String error) {
        if (!error.equals(status.lastError())) {
            status = status.withError(error);
            changed = true;
        }
    }

    /** Events of this shard were published and settled. */
    void published(int events) {
        unreported += events;
        status = status.published(events);
        if (status.lastError() != null) {
            status = status.withError(null);
        }
        haltedBy = null;
        changed = true;
    }

    /** What has changed since the last call, for the status pages. */
    Optional<ShardReport> report() {
        if (!changed || !granted) {
            return Optional.empty();
        }
        ShardReport report = new ShardReport(shard, state().toString(), unreported, status.lastError());
        unreported = 0;
        changed = false;
        return Optional.of(report);
    }

    private void become(ShardState next, String reason) {
        ShardState before = state();
        if (!before.mayBecome(next)) {
            throw new IllegalStateException(
                    "shard " + shard + " can't go from " + before + " to " + next + ": " + reason);
        }
        status = status.withState(next);
        changed = true;
        log.atLevel(next == ShardState.HALTED ? Level.WARN : Level.INFO)
                .log("{} shard {} epoch {}: {} -> {} ({})", node, shard, status.epoch(), before, next, reason);
    }
}
