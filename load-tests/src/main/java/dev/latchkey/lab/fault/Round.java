package dev.latchkey.lab.fault;

import java.util.List;
import java.util.stream.Collectors;

/** Faults that may overlap: one, or two that break different parts. After a round the relay may recover. */
public record Round(List<Strike> strikes) {
    public Round {
        strikes = List.copyOf(strikes);
    }

    public String line() {
        return strikes.stream().map(Strike::line).collect(Collectors.joining(" + "));
    }
}
