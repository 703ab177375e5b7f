package dev.latchkey.outbox.postgres;

import dev.latchkey.outbox.EventRef;
import dev.latchkey.outbox.OutboxEvent;
import dev.latchkey.outbox.ProgressMark;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** What {@link OutboxSql} says, on rows in memory. */
final class SimulatedStatements implements OutboxStatements {
    private final SimulatedDatabase database;
    private final SimulatedLink link;
    private final String lane;

    SimulatedStatements(SimulatedDatabase database, SimulatedLink link, String lane) {
        this.database = database;
        this.link = link;
        this.lane = lane;
    }

    /** The sequence is read after the snapshot was taken: writers may have drawn numbers in between. */
    @Override
    public Window read(SlotSet slots, long from, int rows, long bytes) throws SQLException {
        return call("read", () -> {
            List<SimulatedRow> found = new ArrayList<>();
            long size = 0;
            for (SimulatedRow row : (Iterable<SimulatedRow>) unsent(slots, from)::iterator) {
                if (found.size() == rows || size >= bytes) {
                    break;
                }
                found.add(row);
                size += row.payload().length;
            }
            boolean full = found.size() == rows || size >= bytes;
            long xmin = database.snapshotXmin();
            List<OutboxEvent> events =
                    found.stream().map(row -> row.event(start(row, full))).toList();
            link.meanwhile();
            return new Window(events, full, xmin, database.given(), database.micros());
        });
    }

    private long start(SimulatedRow row, boolean full) {
        boolean unbounded = full && database.bug() == PlantedBug.NO_BACKLOG_BOUND;
        return unbounded ? Long.MAX_VALUE : row.transaction().started();
    }

    private Stream<SimulatedRow> unsent(SlotSet slots, long from) {
        return database.after(from).values().stream().filter(row -> slots.contains(row.slot()));
    }

    @Override
    public long[] widen(SlotSet slots, long from, long window, int most) throws SQLException {
        return call("widen", () -> {
            List<SimulatedRow> rows = unsent(slots, from).limit(window).toList();
            long latest = rows.size() < window
                    ? Long.MAX_VALUE
                    : rows.stream()
                            .mapToLong(row -> row.transaction().started())
                            .max()
                            .orElseThrow();
            return rows.stream()
                    .filter(row -> row.transaction().committed() <= latest)
                    .sorted(Comparator.comparingLong(
                                    (SimulatedRow row) -> row.transaction().committed())
                            .thenComparingLong(SimulatedRow::seq))
                    .limit(most)
                    .mapToLong(SimulatedRow::seq)
                    .toArray();
        });
    }

    @Override
    public Fetched fetch(SlotSet slots, Long[] seqs, long bytes) throws SQLException {
        return call("fetch", () -> {
            List<OutboxEvent> events = new ArrayList<>();
            int reached = 0;
            long size = 0;
            for (int i = 0; i < seqs.length && size < bytes; i++) {
                SimulatedRow row = database.row(seqs[i]);
                if (row != null && slots.contains(row.slot())) {
                    events.add(row.event(row.transaction().started()));
                    reached = i + 1;
                    size += row.payload().length;
                }
            }
            return new Fetched(events, reached, size >= bytes);
        });
    }

    @Override
    public OptionalLong settle(List<EventRef> published, ProgressMark mark) throws SQLException {
        return call("settle", () -> {
            SimulatedDatabase.LaneRow row = database.lanes().get(lane);
            if (row.fenced) {
                return OptionalLong.empty();
            }
            row.settledOffset = mark.offset();
            database.settle(published);
            return OptionalLong.of(database.nextXid());
        });
    }

    @Override
    public long transactionId() throws SQLException {
        return call("transactionId", database::nextXid);
    }

    @Override
    public String sequence() {
        return "outbox_seq_seq";
    }

    @Override
    public long sequenceCache() {
        return 1;
    }

    private <T> T call(String name, Supplier<T> work) throws SQLException {
        try {
            link.request(name);
            T result = work.get();
            link.answer(name);
            return result;
        } catch (SimulatedLink.Lost e) {
            throw new SQLException(e.getMessage(), "08006", e);
        }
    }
}
