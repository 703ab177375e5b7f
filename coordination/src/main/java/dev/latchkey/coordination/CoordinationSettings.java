package dev.latchkey.coordination;

import java.time.Duration;
import java.util.regex.Pattern;

/**
 * How a node takes part in the cluster. Immutable; a bad value is refused with its name, the value and the rule.
 *
 * @param connectString the ensemble's servers, {@code host:port} separated by commas; no chroot, because a chroot that
 *     vanished with the ensemble's data is not created again. Use {@code path} instead
 * @param path where the cluster lives, for example {@code /latchkey/main}; created when missing
 * @param sessionTimeout how long the ensemble waits for a silent node before it gives its shards away; at least 400 ms.
 *     The servers may bound it
 * @param connectionTimeout the longest wait for a connection in one request; at least 100 ms, at most the session timeout
 * @param grace while the node's session is younger than this it takes nothing from an owner that isn't known dead; null
 *     means the session timeout
 * @param shards number of shards, 1 to 256, the same on all nodes
 * @param self how this node describes itself to the others; its {@code holds} are ignored
 */
public record CoordinationSettings(
        String connectString,
        String path,
        Duration sessionTimeout,
        Duration connectionTimeout,
        Duration grace,
        int shards,
        Member self) {
    private static final Duration SHORTEST_SESSION = Duration.ofMillis(400);
    private static final Duration SHORTEST_CONNECT = Duration.ofMillis(100);
    private static final Pattern NODE_ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
    private static final Pattern PATH = Pattern.compile("(/[A-Za-z0-9_-][A-Za-z0-9._-]*)+");

    public CoordinationSettings {
        require(
                connectString != null && !connectString.isBlank() && connectString.indexOf('/') < 0,
                "connectString",
                connectString,
                "must be host:port[,host:port...] without a chroot");
        require(
                path != null && PATH.matcher(path).matches(),
                "path",
                path,
                "must be absolute, of letters, digits, '.', '_' and '-', and not end in '/'");
        require(
                sessionTimeout != null && sessionTimeout.compareTo(SHORTEST_SESSION) >= 0,
                "sessionTimeout",
                sessionTimeout,
                "must be at least " + SHORTEST_SESSION);
        require(
                connectionTimeout != null
                        && connectionTimeout.compareTo(SHORTEST_CONNECT) >= 0
                        && connectionTimeout.compareTo(sessionTimeout) <= 0,
                "connectionTimeout",
                connectionTimeout,
                "must be " + SHORTEST_CONNECT + " to the session timeout " + sessionTimeout);
        grace = grace == null ? sessionTimeout : grace;
        require(!grace.isNegative(), "grace", grace, "must not be negative");
        require(shards >= 1 && shards <= ShardMap.SLOTS, "shards", shards, "must be 1 to " + ShardMap.SLOTS);
        require(self != null, "self", self, "must be given");
        require(
                self.id() != null && NODE_ID.matcher(self.id()).matches(),
                "self.id",
                self.id(),
                "must be 1 to 100 letters, digits, '.', '_' or '-', beginning with a letter or digit");
        require(self.startedAt() != null, "self.startedAt", null, "must be given");
    }

    private static void require(boolean holds, String name, Object value, String rule) {
        if (!holds) {
            throw new IllegalArgumentException("coordination: " + name + " " + rule + ", was " + value);
        }
    }
}
