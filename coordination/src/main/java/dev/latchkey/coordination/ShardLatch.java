package dev.latchkey.coordination;

import dev.latchkey.coordination.LatchSeat.View;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What this node believes of one shard's latch, and what it has told the listener about it. Belongs to the coordinator's
 * thread; the listener is called on it.
 */
final class ShardLatch {
    private static final Logger log = LoggerFactory.getLogger(ShardLatch.class);

    /** A latch that has not found its seat for so long lost its request: it is replaced. */
    private static final Duration STUCK = Duration.ofSeconds(5);

    /** Where the belief stands. Every state may go to {@link #CLOSED}. */
    enum State {
        /** In the queue. The listener knows nothing. Next: HELD. */
        QUEUED,
        /** First in the queue; the listener was told acquired or confirmed. Next: UNCERTAIN, CONTESTED, DRAINING. */
        HELD,
        /** Told uncertain; the next clear look decides. Next: HELD (confirmed), CONTESTED, DRAINING, or closed (lost). */
        UNCERTAIN,
        /** The listener found the fence in another's hands; we queue anew. Next: HELD (acquired), or closed (lost). */
        CONTESTED,
        /**
         * Told to drain. Runs to its end whatever the connection does: the listener is giving the shard up already, so
         * uncertainty adds nothing. Next: closed (released, or lost).
         */
        DRAINING,
        /** Out of the queue, for good. */
        CLOSED
    }

    private final int shard;
    private final String node;
    private final LatchSeat seat;
    private final OwnershipListener listener;
    private final Clock clock;
    private final LongUnaryOperator terms;
    private State state = State.QUEUED;
    private OwnershipTerm term;
    private long czxid;
    private Instant unsettledSince;

    /** @param terms makes a term's number from the transaction that created the latch node */
    ShardLatch(
            int shard, String node, LatchSeat seat, OwnershipListener listener, Clock clock, LongUnaryOperator terms) {
        this.shard = shard;
        this.node = node;
        this.seat = seat;
        this.listener = listener;
        this.clock = clock;
        this.terms = terms;
    }

    State state() {
        return state;
    }

    /** Whether the listener has the shard, surely or not. */
    boolean held() {
        return state != State.QUEUED && state != State.CLOSED;
    }

    /** Whether the listener waits for a word that depends on the queue. */
    boolean unresolved() {
        return state == State.UNCERTAIN || state == State.CONTESTED;
    }

    void join() throws Exception {
        seat.take();
        log.debug("{} shard {}: queued", node, shard);
    }

    /**
     * Reads the queue and draws the conclusions.
     *
     * @param mayGo says, given the other processes in the queue, whether a held shard is to be given up now
     */
    void settle(Predicate<List<String>> mayGo) throws Exception {
        if (state == State.CLOSED) {
            return;
        }
        View view = seat.look();
        switch (view.place()) {
            case FIRST -> first(view.czxid());
            case BEHIND -> behind(view.others());
            case GONE -> gone(view.others());
            case UNSETTLED -> unsettled();
        }
        if (view.place() != LatchSeat.Place.UNSETTLED) {
            unsettledSince = null;
        }
        if (state == State.HELD && mayGo.test(view.others())) {
            drain(view.others().isEmpty() ? "nobody waits" : view.others().get(0) + " waits");
        }
    }

    private void first(long seatCzxid) {
        boolean sameSeat = seatCzxid == czxid;
        switch (state) {
            case QUEUED, CONTESTED -> {
                begin(seatCzxid);
                enter(State.HELD, "first in the queue");
                tell(() -> listener.acquired(term));
            }
            case UNCERTAIN -> {
                if (!sameSeat) {
                    begin(seatCzxid);
                }
                enter(State.HELD, sameSeat ? "kept the seat" : "took the seat again");
                tell(() -> listener.confirmed(term));
            }
            case HELD -> {
                if (!sameSeat) {
                    doubt("the seat is a new one");
                }
            }
            case DRAINING, CLOSED -> {}
        }
    }

    private void begin(long seatCzxid) {
        czxid = seatCzxid;
        term = new OwnershipTerm(shard, terms.applyAsLong(seatCzxid), clock.instant());
    }

    private void behind(List<String> others) {
        if (held()) {
            close(others.get(0) + " leads");
            tell(() -> listener.lost(term));
        }
    }

    private void gone(List<String> others) throws Exception {
        if (held() && !others.isEmpty()) {
            behind(others);
        } else if (state != State.DRAINING) {
            doubt("the latch node is gone");
            seat.retake();
        }
    }

    private void unsettled() throws Exception {
        doubt("the latch takes its seat anew");
        if (unsettledSince == null) {
            unsettledSince = clock.instant();
        } else if (state != State.DRAINING && clock.instant().isAfter(unsettledSince.plus(STUCK))) {
            unsettledSince = null;
            seat.retake();
        }
    }

    /** The latch may no longer be ours. Told once, until it is settled. */
    void doubt(String reason) {
        if (state == State.HELD) {
            enter(State.UNCERTAIN, reason);
            tell(() -> listener.uncertain(term, reason));
        }
    }

    /** Asks the listener to give the shard up. */
    void drain(String reason) {
        if (state == State.HELD || state == State.UNCERTAIN) {
            enter(State.DRAINING, reason);
            tell(() -> listener.drain(term));
        }
    }

    /** The listener gave the shard up. An answer to an earlier term is ignored. */
    void released(OwnershipTerm given) {
        if (state == State.DRAINING && given.term() == term.term()) {
            close("released");
        }
    }

    /**
     * The listener found the fence in another's hands. Queueing anew is a write through the ensemble's quorum, so its
     * outcome can't be a stale server's answer, and it brings a greater term; somebody who waits already comes first.
     */
    void contest(OwnershipTerm given) throws Exception {
        if (term == null || given.term() != term.term()) {
            return;
        }
        if (state == State.DRAINING) {
            close("contested while draining");
            tell(() -> listener.lost(term));
        } else if (state == State.HELD || state == State.UNCERTAIN) {
            enter(State.CONTESTED, "the fence is another's");
            seat.retake();
        }
    }

    /** For a node that leaves without contact: the queue can't be read, and the ensemble can't tell who comes next. */
    void leaveUnseen() {
        if (state == State.CONTESTED) {
            close("leaving");
            tell(() -> listener.lost(term));
        } else {
            drain("leaving, out of contact");
        }
    }

    /** Leaves the queue without a word to the listener. */
    void close(String reason) {
        if (state != State.CLOSED) {
            enter(State.CLOSED, reason);
            seat.giveUp();
        }
    }

    private void enter(State next, String reason) {
        if (held() || next == State.HELD) {
            log.info(
                    "{} shard {}: {} -> {}, term {} ({})",
                    node,
                    shard,
                    state,
                    next,
                    term == null ? "-" : term.term(),
                    reason);
        }
        state = next;
    }

    /** A listener that throws must not leave the other shards without a word. */
    private void tell(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException e) {
            log.error("{} shard {}: the listener failed in {}", node, shard, state, e);
        }
    }
}
