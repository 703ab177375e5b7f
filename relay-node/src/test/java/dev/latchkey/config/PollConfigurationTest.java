package dev.latchkey.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.dropwizard.util.DataSize;
import io.dropwizard.util.Duration;
import org.junit.jupiter.api.Test;

class PollConfigurationTest {
    @Test
    void defaults() throws Exception {
        PollConfiguration poll =
                ConfigurationText.load(ConfigurationText.MINIMAL).poll();

        assertThat(poll.minInterval()).isEqualTo(Duration.milliseconds(5));
        assertThat(poll.maxInterval()).isEqualTo(Duration.milliseconds(250));
        assertThat(poll.batchRows()).isEqualTo(4000);
        assertThat(poll.batchBytes()).isEqualTo(DataSize.mebibytes(8));
        assertThat(poll.sweepInterval()).isEqualTo(Duration.minutes(5));
    }

    @Test
    void everyKeyIsMapped() throws Exception {
        PollConfiguration poll =
                ConfigurationText.load(ConfigurationText.with("poll", """
                        minInterval: 20ms
                        maxInterval: 2s
                        batchRows: 250
                        batchBytes: 512KiB
                        sweepInterval: 30s""")).poll();

        assertThat(poll.minInterval()).isEqualTo(Duration.milliseconds(20));
        assertThat(poll.maxInterval()).isEqualTo(Duration.seconds(2));
        assertThat(poll.batchRows()).isEqualTo(250);
        assertThat(poll.batchBytes()).isEqualTo(DataSize.kibibytes(512));
        assertThat(poll.sweepInterval()).isEqualTo(Duration.seconds(30));
    }
}
