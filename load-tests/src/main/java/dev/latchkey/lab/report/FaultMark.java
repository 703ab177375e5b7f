package dev.latchkey.lab.report;

/** A fault under way in a {@link RunLog}. Thread-safe. */
public final class FaultMark {
    private final RunLog log;
    private final String name;
    private final String goal;
    private final double beginSeconds;
    /** Guarded by this, as is the outcome. */
    private Double endSeconds;

    private String outcome = "";

    FaultMark(RunLog log, String name, String goal) {
        this.log = log;
        this.name = name;
        this.goal = goal;
        this.beginSeconds = log.seconds();
    }

    /**
     * The fault is over. The first call counts: one that comes from a way out after an error changes nothing.
     *
     * @param outcome how the cluster took it, in words
     */
    public synchronized void end(String outcome) {
        if (endSeconds == null) {
            endSeconds = log.seconds();
            this.outcome = outcome;
        }
    }

    /** How the cluster took it, where that is known only after the end; replaces what was said. */
    public synchronized void outcome(String words) {
        this.outcome = words;
    }

    synchronized RunData.FaultData data() {
        return new RunData.FaultData(name, goal, beginSeconds, endSeconds, outcome);
    }
}
