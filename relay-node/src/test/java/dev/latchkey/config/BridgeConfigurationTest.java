package dev.latchkey.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.latchkey.bridge.postgres.BridgeTable;
import io.dropwizard.util.Duration;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BridgeConfigurationTest {
    private static final String MINIMAL = """
            database: {url: "jdbc:postgresql://db/shop"}
            bridge:
              rabbitmq: {addresses: "mq:5672"}
              channels:
                booking_event: {queue: bookings}
            """;

    @Test
    void defaults() throws Exception {
        BridgeConfiguration bridge = ConfigurationText.loadBridge(MINIMAL).bridge();

        assertThat(bridge.channels().get("booking_event").queue()).isEqualTo("bookings");
        assertThat(bridge.channels().get("booking_event").transientOnly()).isFalse();
        assertThat(bridge.declare()).isFalse();
        assertThat(bridge.table().names("latchkey")).isEqualTo(BridgeTable.DEFAULT);
        assertThat(bridge.batch()).isEqualTo(500);
        assertThat(bridge.probeInterval()).isEqualTo(Duration.seconds(10));
        assertThat(bridge.sweepInterval()).isEqualTo(Duration.minutes(5));
        assertThat(bridge.stuckAge()).isEqualTo(Duration.seconds(30));
        assertThat(bridge.cleanup().interval()).isEqualTo(Duration.hours(1));
        assertThat(bridge.cleanup().retention()).isEqualTo(Duration.hours(24));
        assertThat(bridge.cleanup().mode()).isEqualTo(CleanupMode.PUBLISHED);
        assertThat(bridge.cleanup().batch()).isEqualTo(1000);
        assertThat(bridge.reconnect().first()).isEqualTo(Duration.seconds(1));
        assertThat(bridge.reconnect().max()).isEqualTo(Duration.seconds(30));
        assertThat(bridge.reconnect().attempts()).isEqualTo(100);
        assertThat(bridge.health().host()).isEqualTo("0.0.0.0");
        assertThat(bridge.health().port(Optional.empty())).isEqualTo(6010);
        assertThat(bridge.invalidJson()).isEqualTo(InvalidJson.VERBATIM);
        assertThat(bridge.deadLetterQueue()).isEmpty();
        assertThat(bridge.transientBuffer()).isEqualTo(10_000);
    }

    @Test
    void everyKeyIsMapped() throws Exception {
        BridgeAloneConfiguration alone = ConfigurationText.loadBridge("""
                database: {url: "jdbc:postgresql://db/shop", relaySchema: Relay}
                bridge:
                  rabbitmq: {addresses: "a:1,b:2"}
                  channels:
                    Click "x": {queue: clicks, transient: true}
                  declare: true
                  table:
                    schema: App
                    name: Outbox
                    columns: {id: a, channel: b, payload: c, createdAt: d, publishedAt: e}
                  batch: 7
                  probeInterval: 2s
                  sweepInterval: 3s
                  stuckAge: 4s
                  cleanup: {interval: 5s, retention: 6s, mode: all, batch: 8}
                  reconnect: {first: 10ms, max: 1s, attempts: 3}
                  health: {host: 127.0.0.1, port: 7}
                  invalidJson: deadLetter
                  deadLetterQueue: dead
                  transientBuffer: 9
                """);
        BridgeConfiguration bridge = alone.bridge();

        assertThat(bridge.channels()).containsOnlyKeys("Click \"x\"");
        assertThat(bridge.channels().get("Click \"x\"").transientOnly()).isTrue();
        assertThat(bridge.declare()).isTrue();
        assertThat(alone.bridgeTable())
                .isEqualTo(new BridgeTable("App", "Outbox", "Relay", new BridgeTable.Columns("a", "b", "c", "d", "e")));
        assertThat(bridge.batch()).isEqualTo(7);
        assertThat(bridge.probeInterval()).isEqualTo(Duration.seconds(2));
        assertThat(bridge.sweepInterval()).isEqualTo(Duration.seconds(3));
        assertThat(bridge.stuckAge()).isEqualTo(Duration.seconds(4));
        assertThat(bridge.cleanup().interval()).isEqualTo(Duration.seconds(5));
        assertThat(bridge.cleanup().retention()).isEqualTo(Duration.seconds(6));
        assertThat(bridge.cleanup().mode()).isEqualTo(CleanupMode.ALL);
        assertThat(bridge.cleanup().batch()).isEqualTo(8);
        assertThat(bridge.reconnect().first()).isEqualTo(Duration.milliseconds(10));
        assertThat(bridge.reconnect().max()).isEqualTo(Duration.seconds(1));
        assertThat(bridge.reconnect().attempts()).isEqualTo(3);
        assertThat(bridge.health().host()).isEqualTo("127.0.0.1");
        assertThat(bridge.health().port(Optional.empty())).isEqualTo(7);
        assertThat(bridge.health().port(Optional.of("8")))
                .as("the variable wins")
                .isEqualTo(8);
        assertThat(bridge.deadLetterQueue()).contains("dead");
        assertThat(bridge.transientBuffer()).isEqualTo(9);
    }

    @Test
    void aNodeMayHaveABridgeAndNeedsNone() throws Exception {
        assertThat(ConfigurationText.load(ConfigurationText.MINIMAL).bridge()).isEmpty();
        String bridge = MINIMAL.substring(MINIMAL.indexOf("bridge:"));
        assertThat(ConfigurationText.load(ConfigurationText.MINIMAL + bridge).bridge())
                .isPresent();
    }

    /** C31: PostgreSQL would cut the name off and listen to another channel. */
    @Test
    void aChannelNameOver63BytesIsRefused() {
        String name = "é".repeat(32);
        assertThat(problems(MINIMAL.replace("booking_event", name)))
                .singleElement()
                .asString()
                .contains("channels", name, "63 bytes");
    }

    @Test
    void whatMakesNoSenseIsRefusedByNameAndRule() {
        assertThat(problems(MINIMAL.replace("queue: bookings", "queue: ''")))
                .singleElement()
                .asString()
                .contains("booking_event", "queue", "is empty");
        assertThat(problems(MINIMAL + "  deadLetterQueue: dead\n"))
                .singleElement()
                .asString()
                .contains("deadLetterQueue", "invalidJson");
        assertThat(problems(MINIMAL + "  invalidJson: deadLetter\n"))
                .singleElement()
                .asString()
                .contains("deadLetterQueue is empty");
        assertThat(problems(MINIMAL + "  reconnect: {first: 20s, max: 10s}\n"))
                .singleElement()
                .asString()
                .contains("reconnect.max", "10 seconds", "first");
        assertThat(problems(MINIMAL.replaceAll("(?s)  channels:.*", "")))
                .singleElement()
                .asString()
                .contains("channels", "is empty");
    }

    @Test
    void theShippedFileShowsTheDefaults() throws Exception {
        BridgeConfiguration shipped = ConfigurationFile.loadBridge(Path.of("..", "config", "bridge.yml"))
                .bridge();
        BridgeConfiguration minimal = ConfigurationText.loadBridge(MINIMAL).bridge();

        assertThat(shipped)
                .usingRecursiveComparison()
                .ignoringFields("channels", "rabbitmq")
                .isEqualTo(minimal);
    }

    private static List<String> problems(String yaml) {
        return catchThrowableOfType(RefusedConfigurationException.class, () -> ConfigurationText.loadBridge(yaml))
                .problems();
    }
}
