package dev.latchkey.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import dev.latchkey.bridge.BridgeStatus.State;
import dev.latchkey.failure.RelayFailure;
import dev.latchkey.failure.RetryableFailure;
import dev.latchkey.metrics.BridgeMetrics;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** On a clock of the test's own. */
class ListenerTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    private final BridgeStatus status = new BridgeStatus();
    private final WakeUps wakeUps = new WakeUps();
    private final List<String> events = new ArrayList<>();
    private boolean reachable = true;
    private boolean active = true;
    private int gaveUp;
    private long now;
    private final Listener listener = new Listener(
            this::open,
            new BridgeSettings(
                    List.of(new Channel("a", "q", false)),
                    new RetryPolicy(Duration.ofSeconds(1), Duration.ofSeconds(30), 100),
                    Duration.ofSeconds(10),
                    Duration.ofMinutes(5),
                    Duration.ofSeconds(30),
                    Duration.ofHours(1),
                    10,
                    null),
            new Listener.Inbox(wakeUps, new TransientBuffer(10), () -> {}),
            new Listener.Surroundings(
                    () -> active,
                    status,
                    new BridgeMetrics(new MetricRegistry()),
                    Clock.fixed(NOW, ZoneOffset.UTC),
                    () -> gaveUp++));

    private Listening open() throws RelayFailure {
        events.add("open");
        if (!reachable) {
            throw new RetryableFailure("away", null);
        }
        return new Connection();
    }

    /** A connection that is well while the server can be reached. */
    private final class Connection implements Listening {
        @Override
        public List<Notification> await(Duration limit) throws RelayFailure {
            if (!reachable) {
                throw new RetryableFailure("lost", null);
            }
            return List.of(new Notification("a", "x"));
        }

        @Override
        public double probe() {
            events.add("probe");
            return 0;
        }

        @Override
        public void close() {
            events.add("close");
        }
    }

    private void turns(int turns) {
        for (int i = 0; i < turns; i++) {
            now += listener.doWork(now);
        }
    }

    @Test
    void aConnectionIsFollowedByACatchUpAndANotificationByAWakeUp() {
        turns(1);
        assertThat(status.connection().state()).isEqualTo(State.CONNECTED);
        assertThat(wakeUps.take("a")).contains(Cause.CATCH_UP);
        turns(1);
        assertThat(wakeUps.take("a")).contains(Cause.LIVE);
    }

    @Test
    void aLossShowsAtOnceAndIsTriedAgainAHundredTimesAndThenEndsTheProcess() {
        turns(2);
        reachable = false;
        turns(1);
        assertThat(status.connection()).isEqualTo(new BridgeStatus.Connection(State.DISCONNECTED, NOW, "lost"));
        assertThat(status.listenProblem()).contains("lost");
        events.clear();

        turns(99);
        assertThat(gaveUp).isZero();
        assertThat(Duration.ofNanos(now)).isBetween(Duration.ofSeconds(2800), Duration.ofSeconds(3000));
        turns(1);

        assertThat(gaveUp).isEqualTo(1);
        assertThat(events).hasSize(100).containsOnly("open");
        assertThat(status.connection().state()).isEqualTo(State.ENDED);
        assertThat(listener.doWork(now)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void anIdleConnectionIsProbed() {
        turns(2);
        now += Duration.ofSeconds(11).toNanos();
        turns(2);
        assertThat(events).containsExactly("open", "probe");
    }

    @Test
    void aNodeWithoutTheSeatListensToNothing() {
        turns(2);
        active = false;
        turns(1);
        assertThat(events).containsExactly("open", "close");
        assertThat(status.connection().state()).isEqualTo(State.STANDBY);
        assertThat(status.listenProblem()).isEmpty();
    }
}
