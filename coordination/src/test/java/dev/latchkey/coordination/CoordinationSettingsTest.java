package dev.latchkey.coordination;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CoordinationSettingsTest {
    private static final Duration SESSION = Duration.ofSeconds(10);
    private static final Duration CONNECT = Duration.ofSeconds(3);

    @Test
    void graceIsTheSessionTimeoutUnlessGiven() {
        assertThat(settings("zk:2181", "/latchkey/main", SESSION, CONNECT, null, 16, "node-1")
                        .grace())
                .isEqualTo(SESSION);
        assertThat(settings("zk:2181", "/latchkey/main", SESSION, CONNECT, Duration.ZERO, 16, "node-1")
                        .grace())
                .isZero();
    }

    @Test
    void aBadValueIsRefusedWithItsNameTheRuleAndTheValue() {
        refused("connectString must be", () -> settings("zk:2181/root", "/a", SESSION, CONNECT, null, 16, "n"));
        refused("path must be", () -> settings("zk:2181", "/a/", SESSION, CONNECT, null, 16, "n"));
        refused("path must be", () -> settings("zk:2181", "a", SESSION, CONNECT, null, 16, "n"));
        refused("path must be", () -> settings("zk:2181", "/a/../b", SESSION, CONNECT, null, 16, "n"));
        refused("was PT0.3S", () -> settings("zk:2181", "/a", Duration.ofMillis(300), CONNECT, null, 16, "n"));
        refused(
                "connectionTimeout must be",
                () -> settings("zk:2181", "/a", SESSION, Duration.ofSeconds(11), null, 16, "n"));
        refused(
                "grace must not be negative",
                () -> settings("zk:2181", "/a", SESSION, CONNECT, Duration.ofMillis(-1), 16, "n"));
        refused("shards must be 1 to 256, was 257", () -> settings("zk:2181", "/a", SESSION, CONNECT, null, 257, "n"));
        refused("self.id must be", () -> settings("zk:2181", "/a", SESSION, CONNECT, null, 16, "no/de"));
    }

    private static void refused(String message, Runnable making) {
        assertThatIllegalArgumentException().isThrownBy(making::run).withMessageContaining(message);
    }

    private static CoordinationSettings settings(
            String connect, String path, Duration session, Duration connection, Duration grace, int shards, String id) {
        Member self = new Member(id, "http://localhost:8081", "1", Instant.EPOCH, Set.of());
        return new CoordinationSettings(connect, path, session, connection, grace, shards, self);
    }
}
