package dev.latchkey.lane;

import com.codahale.metrics.MetricRegistry;
import dev.latchkey.coordination.ShardMap;
import dev.latchkey.lab.history.Checker;
import dev.latchkey.lab.history.History;
import dev.latchkey.lab.history.Transaction;
import dev.latchkey.lab.history.Verdict;
import dev.latchkey.metrics.LaneMetrics;
import dev.latchkey.metrics.OldestUnsent;
import dev.latchkey.outbox.Outbox;
import dev.latchkey.outbox.OutboxEvent;
import dev.latchkey.outbox.postgres.OutboxOptions;
import dev.latchkey.outbox.postgres.PlantedBug;
import dev.latchkey.outbox.postgres.SimulatedDatabase;
import dev.latchkey.outbox.postgres.SimulatedLink;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One schedule: real lanes on simulated servers and a manual clock, with everything that happens drawn from one seed. At
 * the end all heals, what is left is delivered, and the lab's checker judges what was seen.
 *
 * <p>It runs on one thread. A lane is paused in the middle of a turn by letting the others act inside its call; so those
 * who are paused at the same time go on in the reverse order.
 */
final class Simulation {
    static final ShardMap SHARD_MAP = new ShardMap(4);

    private static final Logger log = LoggerFactory.getLogger(Simulation.class);
    private static final LaneMetrics METRICS =
            new LaneMetrics(new MetricRegistry(), 0, new OldestUnsent(SHARD_MAP, () -> 0));

    private static final List<String> AILING_CALLS =
            List.of("settle", "settle", "settle", "read", "fetch", "takeOver", "resolveDoubt", "release", "commit");

    private static final int MOST_PAUSED = 3;
    private static final int MOST_ROUNDS = 400;

    private final RandomGenerator random;
    private final SimulatedTroubles troubles;
    private final PlantedBug bug;
    private final SimulatedDatabase database;
    private final SimulatedBroker broker;
    private final SimulatedEnsemble ensemble;
    private final OutboxOptions options;
    private final List<SimulatedNode> nodes = new ArrayList<>();
    private final List<SimulatedWriter> writers = new ArrayList<>();
    private final List<Transaction> transactions = new ArrayList<>();
    private final List<Runnable> underWay = new ArrayList<>();
    private final Set<UUID> poison = new HashSet<>();
    private long micros = 1_000_000;
    private int steps;
    private int paused;
    private int lives;
    private SimulatedNode ailing;
    private String ailingCall;
    private long ailingUntil;
    private boolean healing;

    private Simulation(long seed, PlantedBug bug) {
        this.random = new SplittableRandom(seed);
        this.bug = bug;
        this.troubles = SimulatedTroubles.drawn(random);
        this.database = new SimulatedDatabase(SHARD_MAP, () -> micros, bug);
        this.broker = new SimulatedBroker(this::nanoTime);
        this.ensemble = new SimulatedEnsemble(random, SHARD_MAP.shards());
        this.options = SimulatedDatabase.options(
                1 + random.nextInt(12), random.nextInt(3) == 0 ? 1 + random.nextLong(200) : Long.MAX_VALUE);
        this.steps = 150 + random.nextInt(450);
        long startsAt = random.nextInt(4) == 0 ? random.nextLong(4_000_000_000L) : 0;
        for (int i = 0; i < troubles.writers(); i++) {
            writers.add(new SimulatedWriter(this, nanoTime() + startsAt));
        }
        for (int i = 0; i < troubles.nodes(); i++) {
            nodes.add(null);
            start(i);
        }
    }

    /** The process of a node is gone. */
    static final class Crash extends Error {
        private static final long serialVersionUID = 1L;

        private Crash() {
            super("the process is gone", null, false, false);
        }
    }

    /**
     * What came of a schedule.
     *
     * @param left rows that nobody settled although all was well
     * @param alarms how often a lane said that something happened that never should
     */
    record Result(Verdict verdict, int left, int alarms) {
        boolean isClean() {
            return verdict.isClean() && left == 0 && alarms == 0;
        }
    }

    /** The same seed gives the same schedule. */
    static Result run(long seed, PlantedBug bug) {
        Simulation simulation = new Simulation(seed, bug);
        while (simulation.steps > 0) {
            simulation.step();
        }
        simulation.heal();
        Verdict verdict = Checker.check(new History(simulation.transactions, simulation.broker.sightings()));
        return new Result(verdict, simulation.database.unsettled(), simulation.database.alarms());
    }

    private void start(int place) {
        SimulatedNode node =
                new SimulatedNode(this, "n" + place + "." + ++lives, troubles.lanes(), troubles.pausesWhenUncertain());
        nodes.set(place, node);
        ensemble.connect(node);
        note("%s starts", node.name());
    }

    /** Time passes, and somebody acts. */
    private void step() {
        steps--;
        micros += elapse();
        switch (troubles.next(random)) {
            case WRITE -> writersStep();
            case TURN -> anyNode().turn(random.nextInt(16));
            case HEAR -> anyNode().hear();
            case RECOVER -> anyNode().stepRecovery(random.nextInt(16));
            case ASSIGN -> ensemble.assign(anyShard(), anyNode());
            case ARRIVE -> arrive();
            case MOVE -> ensemble.move(anyShard(), anyNode());
            case LEAVE -> leave(anyNode());
            case EXPIRE -> ensemble.expire(anyNode());
            case SUSPEND -> ensemble.suspend(anyNode());
            case KILL -> anyNode().die();
            case AIL -> ail();
            case RETURN -> comeBack(random.nextInt(nodes.size()));
        }
    }

    /** Mostly as long as a statement takes; now and then so long that every wait is over. */
    private long elapse() {
        int dice = random.nextInt(100);
        return 1 + random.nextLong(dice < 75 ? 300 : dice < 96 ? 20_000 : 1_500_000);
    }

    private void writersStep() {
        for (int i = random.nextInt(4); i >= 0; i--) {
            micros++;
            writers.get(random.nextInt(writers.size())).step();
        }
    }

    /** Such as settles that run into the statement timeout while all else is well. */
    private void ail() {
        ailing = anyNode();
        ailingCall = AILING_CALLS.get(random.nextInt(AILING_CALLS.size()));
        ailingUntil = micros + random.nextLong(3_000_000);
        note("%s of %s fails until %d us", ailingCall, ailing.name(), ailingUntil);
    }

    private boolean ails(SimulatedNode node, String call) {
        return !healing && node == ailing && call.equals(ailingCall) && micros < ailingUntil;
    }

    /** A request that was given up reaches its server after all. */
    private void arrive() {
        if (!underWay.isEmpty()) {
            underWay.remove(random.nextInt(underWay.size())).run();
        }
    }

    /** The node hands its shards over, and ends once it has none. */
    private void leave(SimulatedNode node) {
        node.seats().shards().forEach(shard -> ensemble.move(shard, anyNode()));
        if (node.runs() && node.seats().isEmpty() && !node.isInTurn()) {
            node.stop();
        }
    }

    /** A dead node's session ends some time after it, and then it is started again. */
    private void comeBack(int place) {
        SimulatedNode node = nodes.get(place);
        if (!node.isDead()) {
            ensemble.connect(node);
        } else if (ensemble.hasSession(node)) {
            ensemble.expire(node);
        } else {
            start(place);
        }
    }

    private SimulatedNode anyNode() {
        return nodes.get(random.nextInt(nodes.size()));
    }

    private int anyShard() {
        return random.nextInt(SHARD_MAP.shards());
    }

    /** No more faults: everybody comes back, writers end what they have begun, lanes go on until all is delivered. */
    private void heal() {
        healing = true;
        note("healing");
        poison.clear();
        writers.forEach(SimulatedWriter::finish);
        while (!underWay.isEmpty()) {
            underWay.remove(0).run();
        }
        deliverAll();
        note("every shard must be served now");
        writers.get(0).writeToEveryShard();
        deliverAll();
    }

    private void deliverAll() {
        for (int round = 0; round < MOST_ROUNDS && database.unsettled() > 0; round++) {
            micros += round < 100 ? 20_000 : 1_000_000;
            healingRound();
        }
    }

    private void healingRound() {
        for (int place = 0; place < nodes.size(); place++) {
            comeBack(place);
            SimulatedNode node = nodes.get(place);
            while (node.hasMail() && node.runs()) {
                node.hear();
            }
            for (int lane = 0; lane < troubles.lanes(); lane++) {
                node.turn(lane);
            }
            node.stepRecovery(0);
        }
        for (int shard = 0; shard < SHARD_MAP.shards(); shard++) {
            ensemble.assign(shard, anyNode());
        }
    }

    /** The way of a node's lanes to the servers. */
    SimulatedLink link(SimulatedNode node) {
        return new SimulatedLink() {
            @Override
            public void request(String call) throws Lost {
                pass(node, call, "is lost on its way");
            }

            @Override
            public void answer(String call) throws Lost {
                pass(node, call, "is done, the answer is lost");
            }

            @Override
            public void meanwhile() {
                if (!healing && random.nextInt(4) == 0) {
                    writersStep();
                }
            }
        };
    }

    private void pass(SimulatedNode node, String call, String loss) throws SimulatedLink.Lost {
        micros++;
        if (!healing && paused < MOST_PAUSED && troubles.pauses(random)) {
            pause(node, call);
        }
        if (!healing && troubles.kills(random)) {
            node.die();
        }
        if (node.isDead()) {
            throw new Crash();
        }
        if (loses() || ails(node, call)) {
            note("%s %s %s", node.name(), call, loss);
            throw new SimulatedLink.Lost(call);
        }
    }

    /** The lane, or all of its process, stands still while the others go on. */
    private void pause(SimulatedNode node, String call) {
        boolean whole = random.nextBoolean();
        note("%s is paused in %s", node.name(), call);
        paused++;
        if (whole) {
            node.freeze();
        }
        for (int i = random.nextInt(troubles.longestPause()); i >= 0 && steps > 0; i--) {
            step();
        }
        if (whole) {
            node.thaw();
        }
        paused--;
        note("%s goes on in %s", node.name(), call);
    }

    /** Whether the connection breaks now. */
    boolean loses() {
        return !healing && troubles.loses(random);
    }

    /** A request that its sender has given up and that may still arrive, or never. */
    void underWay(Runnable request) {
        if (random.nextInt(3) > 0) {
            underWay.add(request);
        }
    }

    boolean isPoison(OutboxEvent event) {
        UUID id = event.ref().id();
        if (!healing && troubles.poisons(random)) {
            poison.add(id);
        }
        return poison.contains(id);
    }

    void wrote(Transaction transaction) {
        note("written: %s", transaction);
        transactions.add(transaction);
    }

    int nextTransaction() {
        return transactions.size();
    }

    Outbox outbox(String lane, SimulatedLink link) {
        return database.outbox(lane, link, options, SHARD_MAP, this::nanoTime);
    }

    /** With the logger of this class at DEBUG the whole schedule can be read. */
    void note(String format, Object... values) {
        if (log.isDebugEnabled()) {
            log.debug("{} us: {}", micros, format.formatted(values));
        }
    }

    void tick() {
        micros++;
    }

    long nanoTime() {
        return micros * 1_000;
    }

    RandomGenerator random() {
        return random;
    }

    int keys() {
        return troubles.keys();
    }

    boolean healing() {
        return healing;
    }

    PlantedBug bug() {
        return bug;
    }

    SimulatedDatabase database() {
        return database;
    }

    SimulatedBroker broker() {
        return broker;
    }

    SimulatedEnsemble ensemble() {
        return ensemble;
    }

    LaneMetrics metrics() {
        return METRICS;
    }
}
