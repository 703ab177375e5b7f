package dev.latchkey.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.lab.history.Anomaly;
import dev.latchkey.lab.history.Verdict;
import dev.latchkey.lab.report.RunData.FaultData;
import dev.latchkey.lab.report.RunData.Tenure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class RunLogTest {
    private final Runs runs = new Runs();
    private final RunLog log = runs.begin("steady", Map.of());

    @Test
    void aFaultLastsFromItsBeginToItsFirstEnd() {
        runs.pass(Duration.ofSeconds(2));
        FaultMark ended = log.fault("kill -9 node-1", "others take over");
        FaultMark open = log.fault("broker paused", "nothing is lost");
        runs.pass(Duration.ofSeconds(6));
        ended.end("healed");
        ended.end("too late to count");

        assertThat(log.data().faults())
                .containsExactly(
                        new FaultData("kill -9 node-1", "others take over", 2, 8.0, "healed"),
                        new FaultData("broker paused", "nothing is lost", 2, null, ""));
        assertThat(open).isNotNull();
    }

    @Test
    void ownershipIsASpanForEachOwnerAndEpoch() {
        owner(0, "node-1", 1);
        runs.pass(Duration.ofSeconds(5));
        owner(0, "node-1", 1);
        owner(1, "node-1", 1);
        owner(0, "", 1);
        runs.pass(Duration.ofSeconds(1));
        owner(0, "node-2", 2);

        assertThat(log.data().ownership())
                .containsExactly(
                        new Tenure(0, "node-1", 1, 0, 5.0),
                        new Tenure(0, "", 1, 5, 6.0),
                        new Tenure(0, "node-2", 2, 6, null),
                        new Tenure(1, "node-1", 1, 5, null));
    }

    @Test
    void segmentsOfALongRunAreJudgedTogether() {
        assertThat(log.data().verdict().status()).isEqualTo("unproven");

        log.judged(Runs.CLEAN);
        assertThat(log.data().verdict().status()).isEqualTo("kept");

        log.judged(new Verdict(
                5,
                4,
                Map.of(Anomaly.Kind.LOST, 1L),
                List.of(new Anomaly(Anomaly.Kind.LOST, "t", "k", List.of(new UUID(1, 2)), 0, 0, "committed at 1 s")),
                0));
        log.judged(Runs.CLEAN);

        RunData.VerdictData verdict = log.data().verdict();
        assertThat(verdict.status()).isEqualTo("broken");
        assertThat(verdict.committedEvents()).isEqualTo(2_005);
        assertThat(verdict.counts()).containsEntry("lost", 1L).containsEntry("reordered", 0L);
        assertThat(verdict.anomalies()).hasSize(1);
    }

    @Test
    void aCleanHistoryDoesNotMendARunThatFailedOtherwise() {
        log.judged(Runs.CLEAN);
        log.failed("events did not flow again within 60 s of fault 3");

        assertThat(log.data().verdict().status()).isEqualTo("broken");
        assertThat(log.data().verdict().sentence()).contains("did not flow again");
    }

    @Test
    void whatIsTooMuchToKeepIsCountedAndSaid() {
        for (int n = 0; n < 6_000; n++) {
            log.fault("fault " + n, "goal").end("done");
        }

        assertThat(log.data().faults()).hasSize(5_000);
        assertThat(log.data().notes())
                .extracting(RunData.Note::text)
                .containsExactly("1,000 further faults are not in this report");
    }

    @Test
    void aTableWithACellTooFewIsRefused() {
        assertThatThrownBy(() -> log.table("drain", List.of("a", "b"), List.of(List.of("1"))))
                .hasMessage("table drain has 2 columns, a row of it 1 cells");
    }

    private void owner(int shard, String owner, long epoch) {
        log.owner(shard, owner, epoch, runs.nanos());
    }
}
