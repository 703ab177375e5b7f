package dev.latchkey.coordination;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.framework.recipes.leader.LeaderLatchListener;
import org.apache.curator.utils.ZKPaths;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.data.Stat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Our seat in the queue of one shard's leader latch. Curator's latch keeps the seat through reconnects; what the seat is
 * worth is always read anew from the ensemble, because the latch's own flag may be an answer from before a disconnect.
 *
 * <p>Belongs to the coordinator's thread. Nothing is ever written to a latch node: a waiting latch watches the node before
 * it for any event and arms the watch but once, so a change of data would make it deaf to the deletion.
 */
final class LatchSeat {
    private static final Logger log = LoggerFactory.getLogger(LatchSeat.class);
    private static final String PREFIX = "latch-";

    /** Where we are in the queue. */
    enum Place {
        /** First in the queue, in our session. */
        FIRST,
        /** Another process is first. */
        BEHIND,
        /** The latch is taking its seat, or what is before us is a leftover of our own. Ask again. */
        UNSETTLED,
        /** The latch believes in a seat that the ensemble doesn't know. */
        GONE
    }

    /**
     * The queue as the ensemble has it.
     *
     * @param czxid the transaction that created our node; 0 unless first
     * @param others ids of the other processes in the queue, in their order
     */
    record View(Place place, long czxid, List<String> others) {}

    private record Seat(String name, Stat stat, String id) {}

    private final Ensemble ensemble;
    private final String path;
    private final String id;
    private final Runnable changed;
    private final Watcher watcher;
    private LeaderLatch latch;

    /** @param changed called, on the client's threads and under the latch's lock, when the queue may have changed */
    LatchSeat(Ensemble ensemble, String path, String id, Runnable changed) {
        this.ensemble = ensemble;
        this.path = path;
        this.id = id;
        this.changed = changed;
        this.watcher = event -> changed.run();
    }

    /** Joins the end of the queue, in the background. */
    void take() throws Exception {
        latch = new LeaderLatch(ensemble.client(), path, id);
        latch.addListener(new LeaderLatchListener() {
            @Override
            public void isLeader() {
                changed.run();
            }

            @Override
            public void notLeader() {
                changed.run();
            }
        });
        latch.start();
    }

    /** Leaves the queue, in the background. */
    void giveUp() {
        try {
            latch.close();
        } catch (Exception e) {
            // The deletion is Curator's to repeat while the session lives; without the session the node is gone anyway.
            log.debug("{} {}: latch closed with {}", id, path, e.toString());
        }
    }

    /** Leaves the queue and joins its end: whoever waits comes first. */
    void retake() throws Exception {
        giveUp();
        take();
    }

    /** Reads the queue and watches it. */
    View look() throws Exception {
        String before = latch.getOurPath();
        List<String> queue = queue();
        String ours = latch.getOurPath();
        if (ours == null || !Objects.equals(before, ours)) {
            return new View(Place.UNSETTLED, 0, List.of());
        }
        String name = ZKPaths.getNodeFromPath(ours);
        List<Seat> rest = seats(queue, name);
        List<String> others = rest.stream().map(Seat::id).toList();
        int place = queue.indexOf(name);
        if (place == 0) {
            return first(ours, others);
        }
        if (place < 0) {
            return new View(Place.GONE, 0, others);
        }
        boolean behind = !rest.isEmpty() && rest.get(0).name().equals(queue.get(0));
        return new View(behind ? Place.BEHIND : Place.UNSETTLED, 0, others);
    }

    private View first(String ours, List<String> others) throws Exception {
        Stat stat = ensemble.ask(client -> client.checkExists().forPath(ours));
        boolean leads = stat != null && stat.getEphemeralOwner() == ensemble.session() && latch.hasLeadership();
        return leads ? new View(Place.FIRST, stat.getCzxid(), others) : new View(Place.UNSETTLED, 0, others);
    }

    private List<String> queue() throws Exception {
        try {
            List<String> children = ensemble.ask(
                    client -> client.getChildren().usingWatcher(watcher).forPath(path));
            return children.stream()
                    .filter(child -> child.contains(PREFIX))
                    .sorted(Comparator.comparing(child -> child.substring(child.lastIndexOf(PREFIX))))
                    .toList();
        } catch (KeeperException.NoNodeException e) {
            return List.of();
        }
    }

    /** The others in the queue. Nodes of our own that the latch lost sight of are removed on the way. */
    private List<Seat> seats(List<String> queue, String ours) throws Exception {
        List<Seat> seats = new ArrayList<>();
        for (String name : queue) {
            if (!name.equals(ours)) {
                Seat seat = seat(name);
                if (seat != null && ensemble.isOurs(seat.stat().getEphemeralOwner())) {
                    log.debug("{} {}: removing our leftover {}", id, path, name);
                    ensemble.ask(client -> client.delete().quietly().forPath(path + "/" + name));
                } else if (seat != null) {
                    seats.add(seat);
                }
            }
        }
        return seats;
    }

    private Seat seat(String name) throws Exception {
        try {
            Stat stat = new Stat();
            byte[] data =
                    ensemble.ask(client -> client.getData().storingStatIn(stat).forPath(path + "/" + name));
            return new Seat(name, stat, new String(data, StandardCharsets.UTF_8));
        } catch (KeeperException.NoNodeException e) {
            return null;
        }
    }
}
