package dev.latchkey.lane;

import dev.latchkey.coordination.ShardMap;
import dev.latchkey.lab.history.Fingerprint;
import dev.latchkey.lab.history.Outcome;
import dev.latchkey.lab.history.Transaction;
import dev.latchkey.lab.history.Written;
import dev.latchkey.outbox.postgres.SimulatedTransaction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * A service that writes one transaction after the other: short, long or huge ones, on keys that it shares with the other
 * writers, now and then rolled back, now and then without learning how the commit went.
 */
final class SimulatedWriter {
    private static final int SLOTS_BETWEEN_KEYS = 64;

    private final Simulation simulation;
    private final RandomGenerator random;
    private final List<Written> events = new ArrayList<>();
    private SimulatedTransaction transaction;
    private Step step = Step.IDLE;
    private int planned;
    private Outcome end;
    private long issued;
    private long resumesAt;

    SimulatedWriter(Simulation simulation, long startsAt) {
        this.simulation = simulation;
        this.random = simulation.random();
        this.resumesAt = startsAt;
    }

    private enum Step {
        IDLE,
        INSERTING,
        COMMIT_ISSUED,
        STAMPED,
        APPEARED
    }

    /** Goes one step on. */
    void step() {
        if (simulation.nanoTime() < resumesAt && !simulation.healing()) {
            return;
        }
        switch (step) {
            case IDLE -> begin();
            case INSERTING -> insertOrEnd();
            case COMMIT_ISSUED -> stamp();
            case STAMPED -> appear();
            case APPEARED -> ended(end == Outcome.UNKNOWN ? Outcome.UNKNOWN : Outcome.COMMITTED);
        }
    }

    private void begin() {
        transaction = simulation.database().begin();
        events.clear();
        planned = random.nextInt(12) == 0 ? 5 + random.nextInt(30) : 1 + random.nextInt(3);
        int kind = random.nextInt(20);
        end = kind < 3 ? Outcome.ROLLED_BACK : kind == 3 ? Outcome.UNKNOWN : Outcome.COMMITTED;
        step = Step.INSERTING;
        linger();
    }

    /** A transaction may stand still between any two of its steps. */
    private void linger() {
        if (random.nextInt(20) == 0) {
            resumesAt = simulation.nanoTime() + random.nextLong(2_000_000_000L);
        }
    }

    private void insertOrEnd() {
        if (!transaction.hasId()) {
            transaction.takeId();
        } else if (!transaction.hasDrawn() && events.size() < planned) {
            transaction.draw();
        } else if (transaction.hasDrawn()) {
            insert();
        } else if (end == Outcome.ROLLED_BACK) {
            transaction.rollBack();
            ended(Outcome.ROLLED_BACK);
        } else {
            issued = simulation.nanoTime();
            step = Step.COMMIT_ISSUED;
        }
        linger();
    }

    private void insert() {
        int number = random.nextInt(simulation.keys() + 1);
        if (number == 0 && random.nextInt(4) == 0) {
            insert(null, random.nextInt(ShardMap.SLOTS));
        } else {
            insert("k" + number, number * SLOTS_BETWEEN_KEYS % ShardMap.SLOTS);
        }
    }

    private void insert(String key, int slot) {
        UUID id = new UUID(random.nextLong(), random.nextLong());
        byte[] payload = id.toString().substring(0, 1 + random.nextInt(30)).getBytes(StandardCharsets.US_ASCII);
        transaction.insert(id, slot, key, payload);
        events.add(new Written(id, "order", key, Fingerprint.of(payload)));
    }

    /** Ends what was begun. */
    void finish() {
        while (step != Step.IDLE) {
            simulation.tick();
            step();
        }
    }

    /** Writes an event for every shard, so that one that nobody serves shows. */
    void writeToEveryShard() {
        begin();
        end = Outcome.COMMITTED;
        planned = 0;
        transaction.takeId();
        for (int slot = 0; slot < ShardMap.SLOTS; slot += SLOTS_BETWEEN_KEYS) {
            transaction.draw();
            insert("k" + slot / SLOTS_BETWEEN_KEYS, slot);
        }
        finish();
    }

    /** A commit whose answer gets lost may never have reached the database. */
    private void stamp() {
        if (end == Outcome.UNKNOWN && random.nextInt(3) == 0) {
            transaction.rollBack();
            ended(Outcome.UNKNOWN);
        } else {
            transaction.stamp();
            step = Step.STAMPED;
        }
    }

    private void appear() {
        transaction.appear();
        step = Step.APPEARED;
    }

    private void ended(Outcome outcome) {
        simulation.wrote(new Transaction(simulation.nextTransaction(), events, outcome, issued, simulation.nanoTime()));
        step = Step.IDLE;
    }
}
