package dev.latchkey.lab.workload;

import dev.latchkey.lab.workload.OrderEvents.Place;
import java.sql.SQLException;
import java.util.SplittableRandom;

/** The transactions of one writer; each call is one episode and returns how many events it tried to write. One thread. */
final class Writer implements AutoCloseable {
    private static final int MOST_EVENTS = 6;

    private final SplittableRandom random;
    private final OrderEvents events;
    private final WriterConnection first;
    private final WriterConnection second;

    Writer(SplittableRandom random, OrderEvents events, WriterConnection first, WriterConnection second) {
        this.random = random;
        this.events = events;
        this.first = first;
        this.second = second;
    }

    /** Some episode, in these shares of a hundred: 5 rolled back, 10 crossing, 15 of several events, 70 of one. */
    int episode() throws SQLException {
        int die = random.nextInt(100);
        if (die < 5) {
            return rolledBack();
        }
        if (die < 15) {
            return crossing();
        }
        return die < 30 ? several() : single();
    }

    private int single() throws SQLException {
        first.write(events.at(events.place()));
        first.commit();
        return 1;
    }

    /** Several events of one place in a row, another place between them. */
    private int several() throws SQLException {
        Place place = events.place();
        int count = 2 + random.nextInt(MOST_EVENTS - 1);
        for (int i = 0; i < count; i++) {
            first.write(events.at(i == 1 ? events.place() : place));
        }
        first.commit();
        return count;
    }

    private int rolledBack() throws SQLException {
        int count = 1 + random.nextInt(MOST_EVENTS);
        for (int i = 0; i < count; i++) {
            first.write(events.at(events.place()));
        }
        first.rollback();
        return count;
    }

    /** Two transactions of one key: the one that inserts later commits first, and has returned when the other commits. */
    private int crossing() throws SQLException {
        Place place = events.place();
        first.write(events.at(place));
        second.write(events.at(place));
        second.commit();
        first.write(events.at(place));
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
