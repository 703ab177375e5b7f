package dev.latchkey.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dropwizard.jackson.Jackson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ShippedConfigurationTest {
    private static final Path SHIPPED = Path.of("..", "config");

    static Stream<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(SHIPPED)) {
            return files.filter(file -> file.toString().endsWith(".yml")).toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void isAccepted(Path file) throws Exception {
        if (ConfigurationFile.isBridgeAlone(file)) {
            assertThat(ConfigurationFile.loadBridge(file).bridge().channels()).hasSize(5);
        } else {
            assertThat(ConfigurationFile.load(file).cluster()).isNotBlank();
        }
    }

    @Test
    void theTeachingFileShowsTheDefaults() throws Exception {
        assertThat(withoutDropwizard("latchkey.yml")).isEqualTo(withoutDropwizard("minimal.yml"));
    }

    private static JsonNode withoutDropwizard(String file) throws Exception {
        ObjectNode json = Jackson.newObjectMapper().valueToTree(ConfigurationFile.load(SHIPPED.resolve(file)));
        return json.without(List.of("server", "logging", "metrics", "admin", "health"));
    }
}
