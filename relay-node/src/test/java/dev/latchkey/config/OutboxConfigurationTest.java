package dev.latchkey.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.outbox.postgres.OutboxTable.Columns;
import dev.latchkey.outbox.postgres.SettleMode;
import io.dropwizard.util.Duration;
import org.junit.jupiter.api.Test;

class OutboxConfigurationTest {
    @Test
    void defaults() throws Exception {
        OutboxConfiguration outbox =
                ConfigurationText.load(ConfigurationText.MINIMAL).outbox();

        assertThat(outbox.schema()).isEqualTo("public");
        assertThat(outbox.table()).isEqualTo("outbox");
        assertThat(outbox.columns().names()).isEqualTo(Columns.DEFAULT);
        assertThat(outbox.settle()).isEqualTo(SettleMode.DELETE);
        assertThat(outbox.retention()).isEqualTo(Duration.days(7));
        assertThat(outbox.cleanup().interval()).isEqualTo(Duration.minutes(1));
        assertThat(outbox.cleanup().batch()).isEqualTo(1000);
    }

    @Test
    void everyKeyIsMapped() throws Exception {
        OutboxConfiguration outbox =
                ConfigurationText.load(ConfigurationText.with("outbox", """
                        schema: My Schema
                        table: Out-Box
                        settle: mark
                        retention: 12h
                        cleanup: {interval: 10s, batch: 77}
                        columns:
                          id: c1
                          aggregateType: c2
                          aggregateId: c3
                          type: c4
                          payload: c5
                          headers: c6
                          xactAt: c7
                          xid: c8
                          seq: c9
                          slot: c10
                          publishedAt: c11""")).outbox();

        assertThat(outbox.schema()).isEqualTo("My Schema");
        assertThat(outbox.table()).isEqualTo("Out-Box");
        assertThat(outbox.settle()).isEqualTo(SettleMode.MARK);
        assertThat(outbox.retention()).isEqualTo(Duration.hours(12));
        assertThat(outbox.cleanup().interval()).isEqualTo(Duration.seconds(10));
        assertThat(outbox.cleanup().batch()).isEqualTo(77);
        assertThat(outbox.columns().names())
                .isEqualTo(new Columns("c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9", "c10", "c11"));
    }
}
