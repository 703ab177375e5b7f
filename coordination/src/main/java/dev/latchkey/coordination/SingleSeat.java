package dev.latchkey.coordination;

import dev.latchkey.coordination.LatchSeat.View;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A seat that one member of the cluster has at a time, and what the listener was told of it. Unlike a shard it isn't kept
 * through doubt: nothing is taken over with it, so giving it up costs nothing. Belongs to the coordinator's thread.
 */
final class SingleSeat {
    private static final Logger log = LoggerFactory.getLogger(SingleSeat.class);

    /** A latch that has not found its seat for so long lost its request: it is replaced. */
    private static final Duration STUCK = Duration.ofSeconds(5);

    private final String name;
    private final LatchSeat seat;
    private final SeatListener listener;
    private final Clock clock;
    private boolean joined;
    private boolean held;
    private Instant unsettledSince;

    SingleSeat(String name, LatchSeat seat, SeatListener listener, Clock clock) {
        this.name = name;
        this.seat = seat;
        this.listener = listener;
        this.clock = clock;
    }

    /** Joins the queue, or reads it and draws the conclusions. */
    void settle() throws Exception {
        if (!joined) {
            seat.take();
            joined = true;
            return;
        }
        View view = seat.look();
        switch (view.place()) {
            case FIRST -> taken();
            case BEHIND -> doubt(view.others().get(0) + " has it");
            case GONE -> {
                doubt("the latch node is gone");
                seat.retake();
            }
            case UNSETTLED -> unsettled();
        }
        if (view.place() != LatchSeat.Place.UNSETTLED) {
            unsettledSince = null;
        }
    }

    /** Whether the queue is to be read again soon. */
    boolean unresolved() {
        return unsettledSince != null;
    }

    private void taken() {
        if (!held) {
            held = true;
            log.info("seat {}: taken", name);
            listener.taken();
        }
    }

    private void unsettled() throws Exception {
        doubt("the latch takes its seat anew");
        if (unsettledSince == null) {
            unsettledSince = clock.instant();
        } else if (clock.instant().isAfter(unsettledSince.plus(STUCK))) {
            unsettledSince = null;
            seat.retake();
        }
    }

    /** The seat may no longer be ours. Told once, until it is taken again. */
    void doubt(String reason) {
        if (held) {
            held = false;
            log.info("seat {}: lost ({})", name, reason);
            listener.lost(reason);
        }
    }

    /** Leaves the queue, for good. */
    void close(String reason) {
        doubt(reason);
        if (joined) {
            seat.giveUp();
        }
    }
}
