package dev.latchkey.lab.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class HistoryRecorderTest {
    private static final byte[] PAYLOAD = "{}".getBytes(StandardCharsets.UTF_8);
    private final HistoryRecorder recorder = new HistoryRecorder();
    private final UUID id = new UUID(1, 2);

    @Test
    void committedAndSeenEventMakesACleanHistoryAndGivesItsLatency() {
        OpenTransaction transaction = written();
        transaction.committing();
        transaction.committed();
        assertThat(recorder.backlog()).isEqualTo(1);
        assertThat(recorder.awaitDelivered(Duration.ZERO)).isFalse();

        assertThat(recorder.saw(sighting()).orElseThrow().nanosSinceCommit()).isNotNegative();

        assertThat(recorder.backlog()).isZero();
        assertThat(recorder.awaitDelivered(Duration.ZERO)).isTrue();
        assertThat(Checker.check(recorder.history()).summary()).startsWith("committed 1, delivered 1, lost 0");
    }

    @Test
    void eventSeenBeforeItsCommitReturnedHasNoLatency() {
        OpenTransaction transaction = written();
        transaction.committing();

        assertThat(recorder.saw(sighting())).contains(new Arrival(0, 0));
        transaction.committed();

        assertThat(recorder.backlog()).isZero();
        assertThat(Checker.check(recorder.history()).isClean()).isTrue();
    }

    @Test
    void nobodyAwaitsWhatWasRolledBackOrCutOff() {
        OpenTransaction undone = written();
        undone.rolledBack();
        OpenTransaction cutOff = recorder.begin();
        cutOff.wrote(new UUID(3, 4), "t", "k", PAYLOAD);
        cutOff.committing();
        cutOff.unknown();

        assertThat(recorder.backlog()).isZero();
        assertThat(recorder.saw(sighting())).isEmpty();
        assertThat(Checker.check(recorder.history()).count(Anomaly.Kind.PHANTOM))
                .isEqualTo(1);
    }

    @Test
    void transactionEndsOnce() {
        OpenTransaction transaction = written();
        transaction.rolledBack();

        assertThatThrownBy(transaction::committed).hasMessageContaining("ended before");
    }

    @Test
    void absentEmptyAndDifferentPayloadsDiffer() {
        assertThat(Fingerprint.of(null)).isNotEqualTo(Fingerprint.of(new byte[0]));
        assertThat(Fingerprint.of(PAYLOAD)).isNotEqualTo(Fingerprint.of(new byte[] {'{', ' ', '}'}));
        assertThat(Fingerprint.of(PAYLOAD)).isEqualTo(Fingerprint.of(PAYLOAD.clone()));
    }

    private OpenTransaction written() {
        OpenTransaction transaction = recorder.begin();
        transaction.wrote(id, "t", "k", PAYLOAD);
        return transaction;
    }

    private Sighting sighting() {
        return new Sighting("t", 0, 0, "k", id, Fingerprint.of(PAYLOAD), System.nanoTime());
    }
}
