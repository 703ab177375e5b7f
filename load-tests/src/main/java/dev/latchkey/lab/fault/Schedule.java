package dev.latchkey.lab.fault;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Draws rounds of faults, for as long as it is asked: which, when, on which node, for how long.
 *
 * <p>The same seed, faults and number of nodes give the same rounds. For one thread.
 */
public final class Schedule {
    /** The longest calm before a fault. */
    private static final int MOST_REST_MILLIS = 3_000;
    /** How much later than the first one the second of a pair begins at the most. */
    private static final int MOST_LATER_MILLIS = 5_000;

    private static final int PAIR_ONE_IN = 4;

    private final SplittableRandom random;
    private final List<Fault> faults;
    private final int nodes;

    public Schedule(long seed, List<Fault> faults, int nodes) {
        if (faults.isEmpty() || nodes < 1) {
            throw new IllegalArgumentException(
                    "a schedule needs faults and nodes, not %d and %d".formatted(faults.size(), nodes));
        }
        this.random = new SplittableRandom(seed);
        this.faults = List.copyOf(faults);
        this.nodes = nodes;
    }

    /** @param mostFaults 1 for a round of one, more to allow a pair */
    public Round next(int mostFaults) {
        List<Strike> strikes = new ArrayList<>();
        strikes.add(strike(faults, Duration.ofMillis(random.nextInt(MOST_REST_MILLIS + 1))));
        Fault.Part broken = strikes.get(0).fault().part();
        List<Fault> others =
                faults.stream().filter(fault -> fault.part() != broken).toList();
        if (random.nextInt(PAIR_ONE_IN) == 0 && mostFaults > 1 && !others.isEmpty()) {
            Duration later = Duration.ofMillis(random.nextInt(MOST_LATER_MILLIS + 1));
            strikes.add(strike(others, strikes.get(0).after().plus(later)));
        }
        return new Round(strikes);
    }

    private Strike strike(List<Fault> among, Duration after) {
        Fault fault = among.get(random.nextInt(among.size()));
        Fault.Span span = fault.span();
        long length = random.nextLong(span.least().toMillis(), span.most().toMillis() + 1);
        return new Strike(fault, after, new Blow(random.nextInt(nodes), Duration.ofMillis(length)));
    }
}
