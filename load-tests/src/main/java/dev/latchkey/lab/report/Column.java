package dev.latchkey.lab.report;

/**
 * What a sampled number is about.
 *
 * @param of whose it is: {@link #EVENTS}, {@link #DATABASE}, or the name of a process
 * @param quantity what it is, with its unit last
 */
public record Column(String of, String quantity) {
    /** The stream of events as a whole. */
    public static final String EVENTS = "events";

    /** The database's own account of its time. */
    public static final String DATABASE = "database";

    public static Column ofEvents(String quantity) {
        return new Column(EVENTS, quantity);
    }
}
