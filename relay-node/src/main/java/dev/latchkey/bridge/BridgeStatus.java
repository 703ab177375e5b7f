package dev.latchkey.bridge;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** What the bridge's threads last said of themselves. Thread-safe. */
public final class BridgeStatus {
    /** How it stands with the connection that listens. */
    public enum State {
        /** Another node of the cluster has the seat. */
        STANDBY,
        CONNECTED,
        DISCONNECTED,
        /** Given up; the process ends. */
        ENDED
    }

    /** @param disconnectedAt when the connection was lost; null while there is one or none was ever had */
    public record Connection(State state, Instant disconnectedAt, String reason) {}

    private final ConcurrentMap<String, String> problems = new ConcurrentHashMap<>();
    private volatile Connection connection = new Connection(State.STANDBY, null, "not started");

    public Connection connection() {
        return connection;
    }

    /** Why notifications aren't heard though they should be. */
    public Optional<String> listenProblem() {
        Connection now = connection;
        boolean well = now.state() == State.CONNECTED || now.state() == State.STANDBY;
        return well ? Optional.empty() : Optional.of(now.reason());
    }

    /** What doesn't get through at present, by what stands in its way. */
    public Map<String, String> publishProblems() {
        return Map.copyOf(problems);
    }

    void standby(String reason) {
        connection = new Connection(State.STANDBY, null, reason);
        problems.clear();
    }

    void connected() {
        connection = new Connection(State.CONNECTED, null, "");
    }

    /** The time of the first loss stays until there is a connection again. */
    void disconnected(Instant now, String reason) {
        Instant since = connection.disconnectedAt() == null ? now : connection.disconnectedAt();
        connection = new Connection(State.DISCONNECTED, since, reason);
    }

    void ended(String reason) {
        connection = new Connection(State.ENDED, connection.disconnectedAt(), reason);
    }

    /** Returns true when that is news. */
    boolean problem(String where, String reason) {
        return problems.put(where, reason) == null;
    }

    /** Returns true when that is news. */
    boolean solved(String where) {
        return problems.remove(where) != null;
    }
}
