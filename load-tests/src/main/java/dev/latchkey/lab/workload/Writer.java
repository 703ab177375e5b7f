package dev.latchkey.lab.workload;

import dev.latchkey.lab.workload.OrderEvents.Place;
import java.sql.SQLException;
import java.util.SplittableRandom;

/** The transactions of one writer; each call is one episode and returns how many events it tried to write. One thread. */
final class Writer implements AutoCloseable {
    private static final int MOST_EVENTS = 6;

    private final SplittableRandom random;
    private final EpisodeMix mix;
    private final OrderEvents events;
    private final WriterConnection first;
    private final WriterConnection second;
    /** Of the episode at hand. */
    private long due;

    Writer(
            SplittableRandom random,
            EpisodeMix mix,
            OrderEvents events,
            WriterConnection first,
            WriterConnection second) {
        this.random = random;
        this.mix = mix;
        this.events = events;
        this.first = first;
        this.second = second;
    }

    /** @param dueNanos when it should have begun, whenever it does */
    int episode(long dueNanos) throws SQLException {
        due = dueNanos;
        int die = random.nextInt(100);
        if (die < mix.rolledBack()) {
            return rolledBack();
        }
        if (die < mix.rolledBack() + mix.crossing()) {
            return crossing();
        }
        return die < mix.rolledBack() + mix.crossing() + mix.several() ? several() : single();
    }

    private int single() throws SQLException {
        first.write(events.at(events.place()), due);
        first.commit();
        return 1;
    }

    /** Several events of one place in a row, another place between them. */
    private int several() throws SQLException {
        Place place = events.place();
        int count = 2 + random.nextInt(MOST_EVENTS - 1);
        for (int i = 0; i < count; i++) {
            first.write(events.at(i == 1 ? events.place() : place), due);
        }
        first.commit();
        return count;
    }

    private int rolledBack() throws SQLException {
        int count = 1 + random.nextInt(MOST_EVENTS);
        for (int i = 0; i < count; i++) {
            first.write(events.at(events.place()), due);
        }
        first.rollback();
        return count;
    }

    /** Two transactions of one key: the one that inserts later commits first, and has returned when the other commits. */
    private int crossing() throws SQLException {
        Place place = events.place();
        first.write(events.at(place), due);
        second.write(events.at(place), due);
        second.commit();
        first.write(events.at(place), due);
        first.commit();
        return 3;
    }

    /** What the last episode left open when it failed ends here, so that the next one starts with a new transaction. */
    void abandon() {
        first.abandon();
        second.abandon();
    }

    @Override
    public void close() {
        abandon();
    }
}
