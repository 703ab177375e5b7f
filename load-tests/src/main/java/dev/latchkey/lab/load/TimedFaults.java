package dev.latchkey.lab.load;

import dev.latchkey.lab.fault.Strike;
import dev.latchkey.lab.fault.StrikeWatch;
import dev.latchkey.lab.fault.Striker;
import java.util.List;

/** Faults at given times of a trial, counted from the end of its warm-up. */
final class TimedFaults implements FaultPlan {
    private final List<Strike> strikes;
    private Striker striker;

    TimedFaults(List<Strike> strikes) {
        this.strikes = List.copyOf(strikes);
    }

    @Override
    public void start(Stage stage, StrikeWatch watch) {
        LoadCluster own = stage.own().orElseThrow(() -> new IllegalStateException("faults need a stage of its own"));
        striker = new Striker(own.world(), watch);
        strikes.forEach(striker::begin);
    }

    @Override
    public boolean isOver() {
        return striker.isOver();
    }

    @Override
    public void close() {
        if (striker != null) {
            striker.close();
        }
    }
}
