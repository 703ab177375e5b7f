package dev.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.lab.Lab;
import dev.latchkey.lab.process.JavaCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A campaign as a person runs it, with a fixed seed. {@code -Dcampaign.faults=1000 -Dcampaign.seed=7} makes it a longer or
 * another one; each fault takes some 12 seconds.
 */
@Timeout(value = 12, unit = TimeUnit.HOURS)
class CampaignIT {
    private static final int FAULTS = Integer.getInteger("campaign.faults", 5);
    private static final long SEED = Long.getLong("campaign.seed", 3);
    private static final Duration START_LIMIT = Duration.ofMinutes(4);
    private static final Duration LIMIT_PER_FAULT = Duration.ofMinutes(1);

    @TempDir
    private Path folder;

    @Test
    void everyPromiseIsKeptUnderRandomFaults() throws Exception {
        Path output = folder.resolve("output.txt");
        List<String> command = JavaCommand.mainClass(
                List.of("-Xmx256m"),
                Lab.class,
                List.of(
                        "load",
                        "--relay-jar",
                        Path.of("target", "latchkey-relay.jar").toString(),
                        "campaign",
                        "--nodes",
                        "2",
                        "--faults",
                        Integer.toString(FAULTS),
                        "--seed",
                        Long.toString(SEED),
                        "--logs",
                        Path.of("target", "campaign-logs").toString()));
        Process campaign = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            Duration limit = START_LIMIT.plus(LIMIT_PER_FAULT.multipliedBy(FAULTS));
            boolean ended = campaign.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
            assertThat(ended).as(Files.readString(output)).isTrue();
            assertThat(campaign.exitValue()).as(Files.readString(output)).isZero();
        } finally {
            campaign.destroy();
        }
    }
}
