package dev.latchkey.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.lab.history.Anomaly.Kind;
import dev.latchkey.lab.history.Verdict;
import dev.latchkey.lab.load.Lap.Figure;
import dev.latchkey.lab.peer.Contender;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DuelTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final List<String> turns = new ArrayList<>();
    private final Duel duel =
            new Duel(new Named("ours"), new Named("theirs"), new PrintStream(bytes, true, StandardCharsets.UTF_8));

    @Test
    void theyTakeTurnsAndTheWarmUpCountsForNothing() throws SQLException {
        duel.warmUp(contender -> lap(contender, 1, clean()));
        duel.run(2, contender -> lap(contender, contender.name().equals("ours") ? 300 : 100, clean()));

        assertThat(duel.conclude()).isZero();
        assertThat(turns).containsExactly("ours", "theirs", "ours", "theirs", "ours", "theirs");
        assertThat(printed())
                .contains(
                        "min 300 events/s, median 300 events/s, max 300 events/s",
                        "min 100 events/s, median 100 events/s, max 100 events/s",
                        "min 3.00, median 3.00, max 3.00",
                        "history of ours: every committed event arrived once and in order");
    }

    @Test
    void aFaultOfThePeerIsToldAndIsNotOurs() throws SQLException {
        duel.run(2, contender -> lap(contender, 1, contender.name().equals("ours") ? clean() : reordered()));

        assertThat(duel.conclude()).isZero();
        assertThat(printed()).contains("history of theirs: broken in round 1 (reordered 3), 2 (reordered 3)");
    }

    @Test
    void aFaultOfOursIsTheExitStatus() throws SQLException {
        duel.run(1, contender -> lap(contender, 1, contender.name().equals("ours") ? reordered() : clean()));

        assertThat(duel.conclude()).isEqualTo(1);
    }

    @Test
    void aRunThatCommittedNothingProvesNothing() throws SQLException {
        duel.run(1, contender -> lap(contender, 1, new Verdict(0, 0, Map.of(), List.of(), 0)));

        assertThat(duel.conclude()).isEqualTo(1);
    }

    private Lap lap(Contender contender, double rate, Verdict verdict) {
        turns.add(contender.name());
        return new Lap(List.of(new Figure("drain", rate, "%,.0f events/s")), verdict);
    }

    private static Verdict clean() {
        return new Verdict(5, 5, Map.of(), List.of(), 0);
    }

    private static Verdict reordered() {
        return new Verdict(5, 5, Map.of(Kind.REORDERED, 3L), List.of(), 0);
    }

    private String printed() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** Only its name matters: the course is the test's. */
    private record Named(String name) implements Contender {
        @Override
        public List<String> settings() {
            return List.of();
        }

        @Override
        public void prepare(Connection connection) {}

        @Override
        public void start() {}

        @Override
        public void awaitReady() {}

        @Override
        public Optional<String> failure() {
            return Optional.empty();
        }

        @Override
        public void stop() {}

        @Override
        public void cleanUp(Connection connection) {}

        @Override
        public void close() {}
    }
}
