package dev.latchkey.lab.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written is what is read, and what isn't whole is refused with the place. */
class HistoryFileTest {
    private static final Ownership OWNERSHIP = new Ownership(3, 90, "node-1", 2);

    @TempDir
    private Path folder;

    @Property(tries = 100)
    void randomHistoriesSurvive(
            @ForAll long seed,
            @ForAll @IntRange(min = 0, max = 40) int transactions,
            @ForAll String key,
            @ForAll boolean compressed)
            throws IOException {
        HistoryBuilder h = HistoryBuilder.legal(new Random(seed), transactions);
        h.transaction(Outcome.COMMITTED, Long.MIN_VALUE, Long.MAX_VALUE, new Written(new UUID(9, seed), "t", key, -1));
        h.sightings.add(new Sighting("t", 0, 0, key, null, Long.MIN_VALUE, 5));
        Path file = Files.createTempFile("history", compressed ? ".jsonl.gz" : ".jsonl");
        try {
            write(file, h.build());

            RecordedRun recorded = HistoryFileReader.read(file);

            assertThat(recorded.history()).isEqualTo(h.build());
            assertThat(recorded.owners().changes()).containsExactly(OWNERSHIP);
            assertThat(recorded.run()).isEqualTo("a run");
        } finally {
            Files.delete(file);
        }
    }

    @Test
    void aFileCutAtAnyByteIsRefused() throws IOException {
        for (String name : List.of("h.jsonl", "h.jsonl.gz")) {
            Path file = folder.resolve(name);
            write(file, HistoryBuilder.legal(new Random(1), 2).build());
            byte[] whole = Files.readAllBytes(file);
            // Without its last line break a file still says everything.
            for (int length = 0; length < whole.length - 1; length++) {
                Files.write(file, Arrays.copyOf(whole, length));
                assertThatThrownBy(() -> HistoryFileReader.read(file))
                        .isInstanceOf(DamagedHistory.class)
                        .hasMessageContaining(name)
                        .hasMessageContaining("line");
            }
        }
    }

    @Test
    void damageIsToldWithItsLineAndReason() throws IOException {
        assertThat(damaged("\"issued\"", "\"isued\"")).contains("line 2", "\"issued\" is missing");
        assertThat(damaged("\"COMMITTED\"", "\"PERHAPS\"")).contains("line 2");
        assertThat(damaged("\"transaction\"", "\"transition\"")).contains("line 2", "neither transaction, seen");
        assertThat(damaged("\"returned\":20", "\"returned\":\"x\"")).contains("line 2", "must be a whole number");
        assertThat(damaged("{\"transaction\"", "\"transaction\"")).contains("line 2", "no JSON");
        assertThat(damaged("\"latchkeyHistory\":1", "\"latchkeyHistory\":7")).contains("line 1", "version 7");
        assertThat(damaged("\"latchkeyHistory\":1,", "")).contains("line 1", "no history");
        assertThat(damaged("\"sightings\":1", "\"sightings\":2")).contains("2 sightings were written, 1 are there");
        assertThat(damaged("\"owners\":1}}", "\"owners\":1}}\n{}")).contains("line 6", "nothing may come after");
    }

    @Test
    void aFileThatIsNotThereIsTold() {
        assertThatThrownBy(() -> HistoryFileReader.read(folder.resolve("none")))
                .isInstanceOf(DamagedHistory.class)
                .hasMessageContaining("there is no file");
    }

    @Test
    void aFileThatCannotBeWrittenIsToldBeforeTheRun() throws IOException {
        Path directory = Files.createDirectory(folder.resolve("directory"));

        assertThatThrownBy(() -> new HistoryFile(directory, "a run"))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("can't be written to " + directory);
    }

    private String damaged(String what, String with) throws IOException {
        Path file = folder.resolve("damaged.jsonl");
        HistoryBuilder h = new HistoryBuilder();
        Written event = h.event("k");
        h.transaction(Outcome.COMMITTED, 10, 20, event);
        write(file, h.saw(event).build());
        String text = Files.readString(file);
        assertThat(text).contains(what);
        Files.writeString(file, text.replace(what, with), StandardCharsets.UTF_8);
        try {
            HistoryFileReader.read(file);
            return "";
        } catch (DamagedHistory e) {
            return e.getMessage();
        }
    }

    private static void write(Path file, History history) {
        try (HistoryFile out = new HistoryFile(file, "a run")) {
            history.transactions().forEach(out::ended);
            history.sightings().forEach(out::saw);
            out.owned(OWNERSHIP);
        }
    }
}
