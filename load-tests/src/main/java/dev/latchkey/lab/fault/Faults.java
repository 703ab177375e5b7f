package dev.latchkey.lab.fault;

import dev.latchkey.lab.link.Far;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Every fault there is, in a fixed order. */
public final class Faults {
    private static final Duration JUMP = Duration.ofHours(1);
    private static final List<Fault> ALL = make();

    private Faults() {}

    private static List<Fault> make() {
        List<Fault> all = new ArrayList<>(List.of(
                new NodeKill(),
                new NodePause(),
                new NodeStop(),
                new EnsembleAway(),
                new EnsembleServerAway(),
                new EnsembleWiped(),
                new DatabaseCrash(),
                new DatabaseRestart(),
                new ConnectionsKilled(),
                new DatabaseReadOnly(),
                new BrokerKill(),
                new BrokerRestart(),
                new BrokerPause()));
        for (Far far : Far.values()) {
            all.addAll(List.of(new LinkCut(far), new LinkSlow(far), new LinkReset(far)));
        }
        all.add(new ClockJump("clock-ahead", JUMP));
        all.add(new ClockJump("clock-back", JUMP.negated()));
        return List.copyOf(all);
    }

    public static List<Fault> all() {
        return ALL;
    }

    /** Those that can be made on this machine: clocks only where there is a library to set them. */
    public static List<Fault> possible() {
        return ALL.stream().filter(Faults::isPossible).toList();
    }

    private static boolean isPossible(Fault fault) {
        return fault.part() != Fault.Part.CLOCK || NodeClocks.areSettable();
    }

    /** @throws IllegalArgumentException when there is none, or it can't be made on this machine */
    public static Fault named(String name) {
        Fault found = ALL.stream()
                .filter(fault -> fault.name().equals(name))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("there is no fault '" + name + "', there are " + names()));
        if (!isPossible(found)) {
            throw new IllegalArgumentException(name + " needs libfaketime, which is not installed");
        }
        return found;
    }

    private static String names() {
        return ALL.stream().map(Fault::name).collect(Collectors.joining(", "));
    }
}
