package dev.latchkey.lab.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.lab.history.Checker;
import dev.latchkey.lab.history.History;
import dev.latchkey.lab.history.HistoryFile;
import dev.latchkey.lab.history.Outcome;
import dev.latchkey.lab.history.Ownership;
import dev.latchkey.lab.history.OwnershipTimeline;
import dev.latchkey.lab.history.Shards;
import dev.latchkey.lab.history.Sighting;
import dev.latchkey.lab.history.Transaction;
import dev.latchkey.lab.history.Written;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A verdict as a person reads it. */
class VerdictPrinterTest {
    private static final String TOPIC = "outbox.event.order";
    private static final Written FIRST = new Written(new UUID(0, 1), TOPIC, "k\n1", 1);
    private static final Written SECOND = new Written(new UUID(0, 2), TOPIC, "k\n1", 2);
    private static final int SHARDS = 16;

    @TempDir
    private Path folder;

    private final OwnershipTimeline owners = new OwnershipTimeline();

    @Test
    void anAnomalyTellsKeyEventsTimesShardEpochsAndOwners() {
        int shard = Shards.of(FIRST.key(), FIRST.id(), SHARDS);
        owners.note(new Ownership(SHARDS - 1, 0, "c", 1));
        owners.note(new Ownership(shard, 0, "a", 6));
        owners.note(new Ownership(shard, seconds(1.2), "", 6));
        owners.note(new Ownership(shard, seconds(1.25), "b", 7));
        owners.note(new Ownership(shard, seconds(60), "c", 8));

        String printed = print(reordered());

        assertThat(printed)
                .contains("reordered   1", "the promise was broken")
                .contains("REORDERED in " + TOPIC + ", key \"k\\n1\", events " + SECOND.id() + " and " + FIRST.id())
                .contains("commit issued 0.000000s, returned 0.100000s", "seen 1.500000s")
                .contains("shard " + shard + ": a's in epoch 6 from -1.000s on; nobody's in epoch 6 from 0.200s on;"
                        + " b's in epoch 7 from 0.250s on")
                .doesNotContain("c's");
    }

    @Test
    void withoutOwnersTheRestIsTold() {
        assertThat(print(reordered())).contains("REORDERED in ").doesNotContain("shard ");
    }

    @Test
    void aCleanHistoryIsSaidToBeAndAnEmptyOneProvesNothing() {
        assertThat(print(inOrder()))
                .contains("committed   2", "lost        0", "every committed event arrived once and in order");
        assertThat(print(new History(List.of(), List.of()))).contains("nothing is proven");
    }

    @Test
    void checkHistoryJudgesLikeTheRunDid() {
        assertThat(checkHistory(inOrder())).isZero();
        assertThat(checkHistory(reordered())).isEqualTo(1);
        assertThat(new CommandLine(new CheckHistoryCommand()).execute("none")).isEqualTo(2);
        assertThat(new CommandLine(new CheckHistoryCommand()).execute()).isEqualTo(2);
    }

    private int checkHistory(History history) {
        Path file = folder.resolve("history.jsonl.gz");
        try (HistoryFile out = new HistoryFile(file, "a run")) {
            history.transactions().forEach(out::ended);
            history.sightings().forEach(out::saw);
        }
        return new CommandLine(new CheckHistoryCommand()).execute(file.toString());
    }

    private String print(History history) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new VerdictPrinter(new PrintStream(bytes, true, StandardCharsets.UTF_8)).print(Checker.check(history), owners);
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static History inOrder() {
        return new History(transactions(), List.of(seen(FIRST, 0), seen(SECOND, 1)));
    }

    private static History reordered() {
        return new History(transactions(), List.of(seen(SECOND, 0), seen(FIRST, 1)));
    }

    private static List<Transaction> transactions() {
        return List.of(
                new Transaction(1, List.of(FIRST), Outcome.COMMITTED, seconds(1), seconds(1.1)),
                new Transaction(2, List.of(SECOND), Outcome.COMMITTED, seconds(2), seconds(2.1)));
    }

    private static Sighting seen(Written event, int offset) {
        return new Sighting(TOPIC, 0, offset, event.key(), event.id(), event.fingerprint(), seconds(2.5));
    }

    private static long seconds(double seconds) {
        return Math.round(seconds * Duration.ofSeconds(1).toNanos());
    }
}
