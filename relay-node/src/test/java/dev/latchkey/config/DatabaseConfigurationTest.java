package dev.latchkey.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.dropwizard.util.Duration;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabaseConfigurationTest {
    @Test
    void defaults() throws Exception {
        DatabaseConfiguration database =
                ConfigurationText.load(ConfigurationText.MINIMAL).database();

        assertThat(database.user()).isEmpty();
        assertThat(database.password()).isEmpty();
        assertThat(database.connectionTimeout()).isEqualTo(Duration.seconds(10));
        assertThat(database.statementTimeout()).isEqualTo(Duration.seconds(30));
        assertThat(database.socketTimeout()).isEqualTo(Duration.seconds(45));
        assertThat(database.relaySchema()).isEqualTo("latchkey");
        assertThat(database.properties()).isEmpty();
    }

    @Test
    void everyKeyIsMapped() throws Exception {
        DatabaseConfiguration database =
                ConfigurationText.load(ConfigurationText.with("database", """
                        url: jdbc:postgresql://a,b/shop?targetServerType=primary
                        user: relay
                        password: s3cret
                        connectionTimeout: 1500ms
                        statementTimeout: 5s
                        socketTimeout: 9s
                        relaySchema: Relay
                        properties: {sslmode: verify-full}""")).database();

        assertThat(database.url()).isEqualTo("jdbc:postgresql://a,b/shop?targetServerType=primary");
        assertThat(database.statementTimeout()).isEqualTo(Duration.seconds(5));
        assertThat(database.relaySchema()).isEqualTo("Relay");
        assertThat(database.properties()).containsExactly(entry("sslmode", "verify-full"));
        assertThat(database.driverProperties())
                .containsEntry("user", "relay")
                .containsEntry("password", "s3cret")
                .containsEntry("sslmode", "verify-full")
                .containsEntry("socketTimeout", "9")
                .as("the driver's whole seconds, rounded up")
                .containsEntry("connectTimeout", "2");
    }

    @Test
    void aPasswordFileIsReadAtEachConnection(@TempDir Path secrets) throws Exception {
        Path file = Files.writeString(secrets.resolve("password"), "a: \"b #c\n");
        DatabaseConfiguration database = ConfigurationText.load(
                        ConfigurationText.with("database", "passwordFile: " + file))
                .database();
        assertThat(database.password().orElseThrow().reveal()).isEqualTo("a: \"b #c");

        Files.writeString(file, "rotated\n");

        assertThat(database.password().orElseThrow().reveal()).isEqualTo("rotated");
    }
}
