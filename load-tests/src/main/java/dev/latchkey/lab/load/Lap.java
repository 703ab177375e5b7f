package dev.latchkey.lab.load;

import dev.latchkey.lab.history.Verdict;
import dev.latchkey.lab.peer.Contender;
import java.sql.SQLException;
import java.util.List;

/**
 * What one contender did in one round.
 *
 * @param figures the same ones in the same order in every lap of a duel
 * @param verdict on everything it published in it
 */
record Lap(List<Figure> figures, Verdict verdict) {
    /** @param format of the value and its unit, e.g. {@code %,.0f events/s} */
    record Figure(String name, double value, String format) {
        String line() {
            return name + " " + format.formatted(value);
        }
    }

    /** The same course for both. */
    @FunctionalInterface
    interface Course {
        /** Takes the contender from preparation to clean-up. */
        Lap run(Contender contender) throws SQLException;
    }
}
