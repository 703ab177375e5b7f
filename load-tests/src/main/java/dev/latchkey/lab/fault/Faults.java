package dev.latchkey.lab.fault;

import dev.latchkey.lab.link.Far;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Every fault there is, in a fixed order. */
public final class Faults {
    private static final Duration JUMP = Duration.ofHours(1);
    private static final List<Fault> ALL = all();

    private Faults() {}

    private static List<Fault> all() {
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

    /** Those that can be made on this machine: clocks only where there is a library to set them. */
    public static List<Fault> possible(boolean withClocks) {
        return ALL.stream()
                .filter(fault -> withClocks || !(fault instanceof ClockJump))
                .toList();
    }

    public static Optional<Fault> named(String name) {
        return ALL.stream().filter(fault -> fault.name().equals(name)).findFirst();
    }

    /** All names, for a message. */
    public static String names() {
        return ALL.stream().map(Fault::name).collect(Collectors.joining(", "));
    }
}
