package dev.latchkey.outbox.postgres;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * A writer's transaction in the simulated database, in the steps in which a real one happens: the transaction id is given
 * before the first number is drawn, a number is drawn before its row is there, the commit time is taken before anybody sees
 * the rows.
 */
public final class SimulatedTransaction {
    private final SimulatedDatabase database;
    private final long started;
    private final List<SimulatedRow> rows = new ArrayList<>();
    private long xid;
    private long drawn;
    private long committed;

    SimulatedTransaction(SimulatedDatabase database, long started) {
        this.database = database;
        this.started = started;
    }

    public boolean hasId() {
        return xid != 0;
    }

    public void takeId() {
        xid = database.nextXid();
        database.opened(xid);
    }

    public boolean hasDrawn() {
        return drawn != 0;
    }

    public void draw() {
        drawn = database.nextNumber();
    }

    public void insert(UUID id, int slot, String key, byte[] payload) {
        rows.add(new SimulatedRow(drawn, id, slot, key, payload, this));
        drawn = 0;
    }

    /** The commit record is written; nobody sees it yet. */
    public void stamp() {
        committed = database.micros();
    }

    /** The transaction is done for every snapshot from now on. */
    public void appear() {
        database.appeared(xid, rows);
    }

    public void rollBack() {
        if (hasId()) {
            database.appeared(xid, List.of());
        }
    }

    long started() {
        return started;
    }

    long committed() {
        return committed;
    }
}
