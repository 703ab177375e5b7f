package dev.latchkey.lane;

import dev.latchkey.coordination.OwnershipTerm;
import dev.latchkey.failure.RelayFailure;
import dev.latchkey.lane.ShardOrders.Kind;
import dev.latchkey.outbox.OwnershipFence;
import dev.latchkey.outbox.postgres.PlantedBug;
import dev.latchkey.outbox.postgres.SimulatedLink;
import dev.latchkey.publish.EventPublisher;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One life of a node: its lanes, its recoveries, and what the ensemble has told it that it hasn't heard yet. What it hears
 * goes to the lanes as the supervisor would pass it on.
 */
final class SimulatedNode implements LaneEvents {
    private final Simulation simulation;
    private final String name;
    private final boolean pausesWhenUncertain;
    private final SimulatedSeats seats;
    private final OwnershipFence fence;
    private final List<Lane> lanes = new ArrayList<>();
    private final Map<Lane, String> incarnations = new HashMap<>();
    private final Set<Lane> inTurn = new HashSet<>();
    private final List<SimulatedRecovery> recoveries = new ArrayList<>();
    private final Deque<Runnable> inbox = new ArrayDeque<>();
    private int opened;
    private int frozen;
    private boolean dead;

    SimulatedNode(Simulation simulation, String name, int lanes, boolean pausesWhenUncertain) {
        this.simulation = simulation;
        this.name = name;
        this.pausesWhenUncertain = pausesWhenUncertain;
        this.seats = new SimulatedSeats(this, simulation.ensemble());
        SimulatedLink link = simulation.link(this);
        this.fence = simulation.database().fence(link);
        LaneSettings settings = new LaneSettings(
                name,
                Duration.ofMillis(5),
                Duration.ofMillis(250),
                simulation::nanoTime,
                simulation.random()::nextLong);
        for (int number = 0; number < lanes; number++) {
            this.lanes.add(new Lane(
                    number,
                    settings,
                    lane -> open(lane, link),
                    fence,
                    this,
                    Simulation.SHARD_MAP,
                    simulation.metrics()));
        }
    }

    private Incarnation open(int lane, SimulatedLink link) throws RelayFailure {
        String id = name + "-" + lane + "-" + ++opened;
        EventPublisher publisher = new SimulatedPublisher(this, link, id);
        fence.open(id, name, publisher.start());
        incarnations.put(lanes.get(lane), id);
        return new Incarnation(id, simulation.outbox(id, link), publisher);
    }

    Simulation simulation() {
        return simulation;
    }

    SimulatedSeats seats() {
        return seats;
    }

    String name() {
        return name;
    }

    boolean isDead() {
        return dead;
    }

    void die() {
        dead = true;
        simulation.note("%s dies", name);
    }

    /** Ends in order; whatever it holds is left to others. */
    void stop() {
        lanes.forEach(Lane::close);
        die();
    }

    /** Nothing of the process runs until it is thawed. */
    void freeze() {
        frozen++;
    }

    void thaw() {
        frozen--;
    }

    boolean runs() {
        return !dead && frozen == 0;
    }

    boolean isInTurn() {
        return !inTurn.isEmpty();
    }

    /** One turn of one lane, unless that lane is in the middle of one. */
    void turn(int number) {
        Lane lane = lanes.get(number % lanes.size());
        if (!runs() || !inTurn.add(lane)) {
            return;
        }
        try {
            simulation.note("%s lane %d turns, %s", name, lane.number(), lane.state());
            lane.doWork(simulation.nanoTime());
        } catch (Simulation.Crash crash) {
            simulation.note("%s lane %d ends in its turn", name, lane.number());
        } finally {
            inTurn.remove(lane);
        }
    }

    void add(SimulatedRecovery recovery) {
        recoveries.add(recovery);
    }

    boolean hasRecoveries() {
        return !recoveries.isEmpty();
    }

    void stepRecovery(int number) {
        if (runs() && hasRecoveries()) {
            SimulatedRecovery recovery = recoveries.get(number % recoveries.size());
            if (recovery.step()) {
                recoveries.remove(recovery);
            }
        }
    }

    /** The coordinator's thread has something to do. */
    void tell(Runnable message) {
        inbox.add(message);
    }

    boolean hasMail() {
        return !inbox.isEmpty();
    }

    void hear() {
        if (runs() && hasMail()) {
            inbox.remove().run();
        }
    }

    void acquired(OwnershipTerm term) {
        order(term, Kind.SERVE);
    }

    void drain(OwnershipTerm term) {
        order(term, Kind.DRAIN);
        if (simulation.bug() == PlantedBug.RELEASED_BEFORE_SETTLED) {
            incarnations.values().forEach(lane -> simulation.database().releaseUnasked(lane, term.shard()));
            seats.released(term);
        }
    }

    void uncertain(OwnershipTerm term) {
        if (pausesWhenUncertain) {
            order(term, Kind.PAUSE);
        }
    }

    void confirmed(OwnershipTerm term) {
        order(term, Kind.SERVE);
    }

    void lost(OwnershipTerm term) {
        laneOf(term.shard()).ifPresent(lane -> lane.shards().orders().forget(term));
    }

    private void order(OwnershipTerm term, Kind kind) {
        simulation.note("%s hears %s for %d (term %d)", name, kind, term.shard(), term.term());
        laneOf(term.shard()).orElseGet(this::leastLoaded).shards().orders().put(term, kind);
    }

    private Optional<Lane> laneOf(int shard) {
        return lanes.stream()
                .filter(lane -> lane.shards().orders().contains(shard))
                .findFirst();
    }

    private Lane leastLoaded() {
        return lanes.stream()
                .min(Comparator.comparingInt(lane -> lane.shards().orders().size()))
                .orElseThrow();
    }

    @Override
    public void released(OwnershipTerm term) {
        tell(() -> seats.released(term));
    }

    @Override
    public void contested(OwnershipTerm term) {
        tell(() -> seats.contested(term));
    }
}
