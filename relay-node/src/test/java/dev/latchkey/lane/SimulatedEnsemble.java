package dev.latchkey.lane;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Sessions, and who leads the latch of each shard. It changes at once; the nodes learn of it late, each in its own {@link
 * SimulatedSeats}, and a node whose session has ended knows nothing of that until it is in contact again.
 */
final class SimulatedEnsemble {
    private final RandomGenerator random;
    private final List<Latch> latches = new ArrayList<>();
    private final Set<SimulatedNode> sessions = new HashSet<>();
    private long lastSeat;

    SimulatedEnsemble(RandomGenerator random, int shards) {
        this.random = random;
        for (int shard = 0; shard < shards; shard++) {
            latches.add(new Latch());
        }
    }

    private static final class Latch {
        private SimulatedNode leader;
        private SimulatedNode successor;
        /** Grows each time the latch is led anew. */
        private long seat;
    }

    boolean hasSession(SimulatedNode node) {
        return sessions.contains(node);
    }

    boolean isFree(int shard) {
        return latches.get(shard).leader == null;
    }

    boolean leads(SimulatedNode node, int shard) {
        return latches.get(shard).leader == node;
    }

    long seat(int shard) {
        return latches.get(shard).seat;
    }

    /** A new session; the node reads the queues anew. */
    void connect(SimulatedNode node) {
        if (sessions.add(node)) {
            node.tell(() -> node.seats().settleAll());
        }
    }

    /** The session of a node ends, and all that hangs on it; the node may notice that contact is lost, or nothing. */
    void expire(SimulatedNode node) {
        if (sessions.remove(node)) {
            latches.stream().filter(latch -> latch.leader == node).forEach(latch -> latch.leader = null);
            if (random.nextBoolean()) {
                node.tell(() -> node.seats().doubtAll());
            }
        }
    }

    /** Contact is lost for a moment; the session lives. */
    void suspend(SimulatedNode node) {
        node.tell(() -> node.seats().doubtAll());
        node.tell(() -> node.seats().settleAll());
    }

    /** Gives a free latch to a node. */
    void assign(int shard, SimulatedNode node) {
        if (isFree(shard) && hasSession(node)) {
            Latch latch = latches.get(shard);
            latch.leader = node;
            latch.successor = null;
            latch.seat = ++lastSeat;
            node.tell(() -> node.seats().settle(shard));
        }
    }

    /** Another node waits for the shard: its leader is to drain it. */
    void move(int shard, SimulatedNode successor) {
        Latch latch = latches.get(shard);
        SimulatedNode leader = latch.leader;
        if (leader != null && leader != successor && hasSession(successor)) {
            latch.successor = successor;
            leader.tell(() -> leader.seats().drain(shard));
        }
    }

    /** A leader leaves the queue; the next in it leads. */
    void giveUp(SimulatedNode node, int shard) {
        Latch latch = latches.get(shard);
        if (latch.leader == node) {
            latch.leader = null;
            if (latch.successor != null && random.nextInt(4) > 0) {
                assign(shard, latch.successor);
            }
        }
    }

    /** A node queues anew, behind whoever waits. */
    void queueAnew(SimulatedNode node, int shard) {
        giveUp(node, shard);
        if (random.nextInt(3) > 0) {
            assign(shard, node);
        }
        node.tell(() -> node.seats().settle(shard));
    }
}
