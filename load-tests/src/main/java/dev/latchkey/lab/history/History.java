package dev.latchkey.lab.history;

import java.util.List;

/** What was written and what was seen; all times of one {@link System#nanoTime()}. The order of neither list matters. */
public record History(List<Transaction> transactions, List<Sighting> sightings) {
    public History {
        transactions = List.copyOf(transactions);
        sightings = List.copyOf(sightings);
    }
}
