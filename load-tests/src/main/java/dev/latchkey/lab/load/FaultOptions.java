package dev.latchkey.lab.load;

import dev.latchkey.lab.demo.KindDuration;
import dev.latchkey.lab.fault.Fault;
import dev.latchkey.lab.fault.Faults;
import dev.latchkey.lab.fault.Schedule;
import dev.latchkey.lab.fault.Strike;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** What goes wrong during a trial: the options that all workloads share. */
final class FaultOptions {
    private static final String DEFAULT_TIME = "5s";

    @Option(
            names = "--fault",
            paramLabel = "NAME[@TIME]",
            split = ",",
            description =
                    "A fault at this time after the warm-up (default: " + DEFAULT_TIME + "), such as kill@10s; may"
                            + " be given several times. Its victim and its length are drawn from --seed. The names: campaign --list.")
    private List<String> faults = List.of();

    /** What a stage must offer for them. */
    StageNeeds needs(StageNeeds others, OptionRules rules) {
        List<Fault> named =
                faults.stream().map(text -> fault(name(text), rules)).toList();
        if (named.isEmpty()) {
            return others;
        }
        boolean clocks = named.stream().anyMatch(fault -> fault.part() == Fault.Part.CLOCK);
        return others.faults(clocks ? StageNeeds.Faulty.LINKS_AND_CLOCKS : StageNeeds.Faulty.LINKS);
    }

    /** Checks the options. */
    FaultPlan plan(long seed, ClusterOptions cluster, OptionRules rules) {
        if (faults.isEmpty()) {
            return FaultPlan.NONE;
        }
        if (!cluster.isOwn()) {
            throw rules.wrong("--fault breaks servers and nodes: it needs those of the lab, not given ones");
        }
        int nodes = cluster.shape().nodes();
        List<Strike> strikes = new ArrayList<>();
        for (String text : faults) {
            // Each its own draw, so that one more fault doesn't change the others.
            Schedule schedule = new Schedule(seed + strikes.size(), List.of(fault(name(text), rules)), nodes);
            strikes.add(schedule.next(1).strikes().get(0).at(time(text, rules)));
        }
        return new TimedFaults(strikes);
    }

    private static String name(String text) {
        return text.contains("@") ? text.substring(0, text.indexOf('@')) : text;
    }

    private static Duration time(String text, OptionRules rules) {
        try {
            return new KindDuration()
                    .convert(text.contains("@") ? text.substring(text.indexOf('@') + 1) : DEFAULT_TIME);
        } catch (TypeConversionException e) {
            throw rules.wrong("--fault " + text + ": " + e.getMessage());
        }
    }

    private static Fault fault(String name, OptionRules rules) {
        try {
            return Faults.named(name);
        } catch (IllegalArgumentException e) {
            throw rules.wrong("--fault: " + e.getMessage());
        }
    }
}
