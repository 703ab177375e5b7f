package dev.latchkey.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.lab.history.HistoryFileReader;
import dev.latchkey.lab.history.Outcome;
import dev.latchkey.lab.history.RecordedRun;
import dev.latchkey.lab.history.Transaction;
import dev.latchkey.lab.standin.StandInJar;
import dev.latchkey.lab.verdict.CheckHistoryCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Trials on a cluster that runs already, as with {@code --nodes URL}: one for all, whose topics fill up meanwhile. */
@Timeout(240)
class TrialIT {
    @TempDir
    private static Path folder;

    private static LoadCluster cluster;

    @BeforeAll
    static void start() throws Exception {
        cluster = new LoadCluster(new ClusterShape(1, 1, 4), StageNeeds.plain(), StandInJar.create(folder));
        cluster.start();
    }

    @AfterAll
    static void close() {
        cluster.close();
    }

    @Test
    void oneTrialAfterTheOtherIsJudgedByItsOwnEventsAlone() {
        RecordedRun overlap = trial("overlap", "--rate", "60");
        RecordedRun sizes = trial("mixed-sizes", "--rate", "20");

        assertThat(overlap.run()).startsWith("overlap: 60 events/s for 2 s after 1 s, seed ");
        assertThat(overlap.owners().owners()).hasSize(4).containsValue("node-1");
        assertThat(overlap.history().transactions()).hasSizeGreaterThan(20);
        assertThat(sizes.history().sightings())
                .as("only what this trial wrote")
                .hasSize(sizes.history().transactions().stream()
                        .filter(transaction -> transaction.outcome() == Outcome.COMMITTED)
                        .map(Transaction::events)
                        .mapToInt(List::size)
                        .sum());
    }

    @Test
    void aNodeThatDoesNotAnswerIsToldBeforeAnythingIsWritten() {
        assertThat(load("steady", "http://127.0.0.1:1", List.of())).isEqualTo(1);
    }

    private static RecordedRun trial(String workload, String... options) {
        Path file = folder.resolve(workload + ".jsonl.gz");
        List<String> all = new ArrayList<>(List.of(options));
        all.addAll(List.of("--for", "2s", "--warm-up", "1s", "--history", file.toString()));

        assertThat(load(workload, cluster.adminUrls().get(0).toString(), all)).isZero();

        assertThat(Files.exists(file)).isTrue();
        assertThat(new CommandLine(new CheckHistoryCommand()).execute(file.toString()))
                .isZero();
        return HistoryFileReader.read(file);
    }

    private static int load(String workload, String node, List<String> more) {
        List<String> arguments = new ArrayList<>(List.of(workload, "--nodes", node));
        arguments.addAll(List.of("--database", cluster.postgres().jdbcUrl(cluster.database())));
        arguments.addAll(List.of("--database-user", cluster.postgres().user()));
        arguments.addAll(List.of("--database-password", cluster.postgres().password()));
        arguments.addAll(List.of("--bootstrap", cluster.bootstrapServers()));
        arguments.addAll(more);
        return new CommandLine(new LoadCommand()).execute(arguments.toArray(String[]::new));
    }
}
