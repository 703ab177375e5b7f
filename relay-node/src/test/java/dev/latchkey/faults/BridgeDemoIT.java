package dev.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.latchkey.lab.Lab;
import dev.latchkey.lab.process.JavaCommand;
import dev.latchkey.lab.server.RabbitMqServer;
import dev.latchkey.lab.server.Servers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The bridge's demo as a person runs it, on the real relay. */
class BridgeDemoIT {
    @TempDir
    private Path folder;

    @Test
    @Timeout(240)
    void everyCommittedRowArrivesOnceThoughTheListenerIsKilledAgainAndAgain() throws Exception {
        Optional<RabbitMqServer> broker = Servers.embedded().rabbitMq();
        broker.ifPresent(RabbitMqServer::close);
        assumeTrue(broker.isPresent(), Servers.RABBITMQ_MISSING);
        Path output = folder.resolve("output.txt");
        Process demo = new ProcessBuilder(JavaCommand.mainClass(
                        List.of(),
                        Lab.class,
                        List.of(
                                "demo",
                                "--bridge",
                                "--for",
                                "12s",
                                "--relay-jar",
                                Path.of("target", "latchkey-relay.jar").toString())))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(demo.waitFor(200, TimeUnit.SECONDS)).isTrue();
            assertThat(Files.readString(output))
                    .contains("the listening connection was killed", "every committed row arrived, none twice");
            assertThat(demo.exitValue()).isZero();
        } finally {
            demo.destroyForcibly();
        }
    }
}
