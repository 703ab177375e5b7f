package dev.latchkey.coordination;

/**
 * What a node is told about a seat that one member of the cluster has at a time. Called on the coordinator's own thread: an
 * implementation takes a note and returns.
 */
public interface SeatListener {
    /** The seat is ours. */
    void taken();

    /** The seat is another's, or may be: stop at once. {@link #taken} may follow. */
    void lost(String reason);
}
