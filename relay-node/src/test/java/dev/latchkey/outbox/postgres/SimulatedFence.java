package dev.latchkey.outbox.postgres;

import dev.latchkey.failure.RelayFailure;
import dev.latchkey.failure.RetryableFailure;
import dev.latchkey.failure.StepDownFailure;
import dev.latchkey.outbox.EventRef;
import dev.latchkey.outbox.OwnershipFence;
import dev.latchkey.outbox.ProgressMark;
import dev.latchkey.outbox.postgres.SimulatedDatabase.LaneRow;
import dev.latchkey.outbox.postgres.SimulatedDatabase.ShardRow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The rules of {@link PostgresFence}, on tables in memory. */
final class SimulatedFence implements OwnershipFence {
    private final SimulatedDatabase database;
    private final SimulatedLink link;

    SimulatedFence(SimulatedDatabase database, SimulatedLink link) {
        this.database = database;
        this.link = link;
    }

    @Override
    public void open(String lane, String node, ProgressMark start) throws RelayFailure {
        call("open", () -> database.lanes().put(lane, new LaneRow(start.partition(), start.offset())));
    }

    @Override
    public TakeOver takeOver(String lane, Map<Integer, String> wanted) throws RelayFailure {
        return call("takeOver", () -> {
            requireUnfenced(lane);
            List<Grant> granted = new ArrayList<>();
            Set<Integer> refused = new HashSet<>();
            new TreeMap<>(wanted).forEach((shard, heldAs) -> {
                ShardRow row = database.shard(shard);
                boolean own = lane.equals(row.lane);
                if (own || row.lane == null || heldAs.isEmpty() || heldAs.equals(row.lane)) {
                    if (!own) {
                        take(row, lane);
                    }
                    granted.add(new Grant(shard, row.epoch, doubt(row)));
                } else {
                    refused.add(shard);
                }
            });
            return new TakeOver(granted, refused);
        });
    }

    private void take(ShardRow row, String lane) {
        if (row.lane != null) {
            database.lanes().get(row.lane).fenced = true;
        }
        if (row.doubt == null || database.bug() == PlantedBug.DOUBT_FORGOTTEN) {
            row.doubt = row.lane;
        }
        row.lane = lane;
        row.epoch++;
    }

    private Doubt doubt(ShardRow row) {
        if (row.doubt == null) {
            return null;
        }
        LaneRow doubted = database.lanes().get(row.doubt);
        return new Doubt(row.doubt, new ProgressMark(doubted.partition, doubted.settledOffset));
    }

    @Override
    public void resolveDoubt(String lane, String doubted, Set<Integer> shards, Collection<EventRef> published)
            throws RelayFailure {
        call("resolveDoubt", () -> {
            requireUnfenced(lane);
            database.settle(published);
            for (int shard : shards) {
                ShardRow row = database.shard(shard);
                if (lane.equals(row.lane) && doubted.equals(row.doubt)) {
                    row.doubt = null;
                }
            }
            return null;
        });
    }

    @Override
    public void release(String lane, Set<Integer> shards) throws RelayFailure {
        call("release", () -> {
            for (int shard : shards) {
                ShardRow row = database.shard(shard);
                if (lane.equals(row.lane)) {
                    row.lane = null;
                }
            }
            return null;
        });
    }

    @Override
    public void report(String lane, List<ShardReport> reports) throws RelayFailure {
        call("report", () -> null);
    }

    private void requireUnfenced(String lane) throws StepDownFailure {
        if (database.lanes().get(lane).fenced) {
            throw new StepDownFailure("lane " + lane + " is fenced in the database", null);
        }
    }

    private <T> T call(String name, Work<T> work) throws RelayFailure {
        try {
            link.request(name);
            T result = work.run();
            link.answer(name);
            return result;
        } catch (SimulatedLink.Lost e) {
            throw new RetryableFailure(e.getMessage(), e);
        }
    }

    private interface Work<T> {
        T run() throws RelayFailure;
    }
}
