package dev.latchkey.lane;

import dev.latchkey.coordination.OwnershipTerm;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What one node knows of its latches: the rules of the coordinator, on the simulated ensemble. */
final class SimulatedSeats {
    private final SimulatedNode node;
    private final SimulatedEnsemble ensemble;
    private final Map<Integer, Seat> seats = new TreeMap<>();

    SimulatedSeats(SimulatedNode node, SimulatedEnsemble ensemble) {
        this.node = node;
        this.ensemble = ensemble;
    }

    private enum State {
        HELD,
        UNCERTAIN,
        CONTESTED,
        DRAINING
    }

    private record Seat(OwnershipTerm term, State state) {
        Seat as(State next) {
            return new Seat(term, next);
        }
    }

    boolean isEmpty() {
        return seats.isEmpty();
    }

    List<Integer> shards() {
        return List.copyOf(seats.keySet());
    }

    void settleAll() {
        shards().forEach(this::settle);
    }

    /** Reads the queue of a latch and draws the conclusions; out of contact nothing can be read. */
    void settle(int shard) {
        if (!ensemble.hasSession(node)) {
            return;
        }
        Seat seat = seats.get(shard);
        if (ensemble.leads(node, shard)) {
            first(shard, seat);
        } else if (seat != null && !ensemble.isFree(shard)) {
            seats.remove(shard);
            node.lost(seat.term());
        } else if (seat != null && seat.state() != State.DRAINING) {
            doubt(shard);
            ensemble.assign(shard, node);
        }
    }

    private void first(int shard, Seat seat) {
        OwnershipTerm term = new OwnershipTerm(shard, ensemble.seat(shard), Instant.EPOCH);
        boolean sameSeat = seat != null && seat.term().term() == term.term();
        if (seat == null || seat.state() == State.CONTESTED && !sameSeat) {
            seats.put(shard, new Seat(term, State.HELD));
            node.acquired(term);
        } else if (seat.state() == State.UNCERTAIN) {
            seats.put(shard, new Seat(term, State.HELD));
            node.confirmed(term);
        } else if (seat.state() == State.HELD && !sameSeat) {
            doubt(shard);
            settle(shard);
        }
    }

    void doubtAll() {
        shards().forEach(this::doubt);
    }

    private void doubt(int shard) {
        Seat seat = seats.get(shard);
        if (seat.state() == State.HELD) {
            seats.put(shard, seat.as(State.UNCERTAIN));
            node.uncertain(seat.term());
        }
    }

    void drain(int shard) {
        Seat seat = seats.get(shard);
        if (seat != null && (seat.state() == State.HELD || seat.state() == State.UNCERTAIN)) {
            seats.put(shard, seat.as(State.DRAINING));
            node.drain(seat.term());
        }
    }

    /** An answer to an earlier term is ignored. */
    void released(OwnershipTerm term) {
        Seat seat = seats.get(term.shard());
        if (seat != null && seat.state() == State.DRAINING && seat.term().term() == term.term()) {
            close(term.shard());
        }
    }

    void contested(OwnershipTerm term) {
        int shard = term.shard();
        Seat seat = seats.get(shard);
        if (seat == null || seat.term().term() != term.term()) {
            return;
        }
        if (seat.state() == State.DRAINING) {
            close(shard);
            node.lost(seat.term());
        } else if (seat.state() != State.CONTESTED) {
            seats.put(shard, seat.as(State.CONTESTED));
            ensemble.queueAnew(node, shard);
        }
    }

    private void close(int shard) {
        seats.remove(shard);
        ensemble.giveUp(node, shard);
    }
}
