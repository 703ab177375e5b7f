package dev.latchkey.lab.history;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.zip.GZIPInputStream;

/** Reads what {@link HistoryFile} wrote; an instance reads one file. A file that isn't whole is refused: it would acquit or convict without proof. */
public final class HistoryFileReader {
    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private final Path file;
    private final StringPool strings = new StringPool();
    private final List<Transaction> transactions = new ArrayList<>();
    private final List<Sighting> sightings = new ArrayList<>();
    private final List<Ownership> owners = new ArrayList<>();
    private String run;
    private boolean ended;
    private long line;

    private HistoryFileReader(Path file) {
        this.file = file;
    }

    /** @throws DamagedHistory when it can't be read or isn't whole */
    public static RecordedRun read(Path file) {
        return new HistoryFileReader(file).read();
    }

    private RecordedRun read() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(open(), StandardCharsets.UTF_8))) {
            for (String text = lines.readLine(); text != null; text = lines.readLine()) {
                line++;
                take(text);
            }
        } catch (NoSuchFileException e) {
            throw new DamagedHistory("there is no file " + file, e);
        } catch (EOFException e) {
            throw new DamagedHistory("%s is cut off after line %d".formatted(file, line), e);
        } catch (IOException e) {
            throw new DamagedHistory("%s can't be read after line %d: %s".formatted(file, line, e.getMessage()), e);
        }
        if (!ended) {
            throw new DamagedHistory(
                    "%s ends after line %d without its closing line: the run was killed, or the file is cut off"
                            .formatted(file, line),
                    null);
        }
        OwnershipTimeline timeline = new OwnershipTimeline();
        owners.stream().sorted(Comparator.comparingLong(Ownership::sinceNanos)).forEach(timeline::note);
        return new RecordedRun(run, new History(transactions, sightings), timeline);
    }

    private InputStream open() throws IOException {
        InputStream bytes = new BufferedInputStream(Files.newInputStream(file));
        return HistoryFile.isCompressed(file) ? new GZIPInputStream(bytes) : bytes;
    }

    private void take(String text) {
        try {
            JsonNode object = JSON.readTree(text);
            if (ended) {
                throw new IllegalArgumentException("nothing may come after the closing line");
            }
            if (run == null) {
                begin(object);
            } else {
                take(object);
            }
        } catch (JsonProcessingException e) {
            throw damaged("it is no JSON: " + e.getOriginalMessage(), e);
        } catch (IllegalArgumentException e) {
            throw damaged(e.getMessage(), e);
        }
    }

    private DamagedHistory damaged(String reason, Exception cause) {
        return new DamagedHistory("%s, line %d: %s".formatted(file, line, reason), cause);
    }

    private void begin(JsonNode object) {
        long version = object.path("latchkeyHistory").asLong(0);
        if (version != HistoryLines.VERSION) {
            throw new IllegalArgumentException(
                    version == 0
                            ? "this is no history that `load --history` has written"
                            : "version %d; this lab reads version %d".formatted(version, HistoryLines.VERSION));
        }
        run = text(object, "run");
    }

    private void take(JsonNode object) {
        if (object.has("transaction")) {
            transactions.add(transaction(object));
        } else if (object.has("seen")) {
            sightings.add(sighting(object));
        } else if (object.has("shard")) {
            owners.add(new Ownership(
                    Math.toIntExact(number(object, "shard")),
                    number(object, "since"),
                    text(object, "owner"),
                    number(object, "epoch")));
        } else if (object.has("end")) {
            end(object.get("end"));
        } else {
            throw new IllegalArgumentException("neither transaction, seen, shard nor end is in it");
        }
    }

    private Transaction transaction(JsonNode object) {
        List<Written> events = new ArrayList<>();
        for (JsonNode event : required(object, "events")) {
            events.add(new Written(
                    UUID.fromString(text(event, "id")),
                    text(event, "topic"),
                    optionalText(event, "key"),
                    number(event, "fingerprint")));
        }
        return new Transaction(
                number(object, "transaction"),
                events,
                Outcome.valueOf(text(object, "outcome")),
                number(object, "issued"),
                number(object, "returned"));
    }

    private Sighting sighting(JsonNode object) {
        String id = optionalText(object, "seen");
        return new Sighting(
                text(object, "topic"),
                Math.toIntExact(number(object, "partition")),
                number(object, "offset"),
                optionalText(object, "key"),
                id == null ? null : UUID.fromString(id),
                number(object, "fingerprint"),
                number(object, "at"));
    }

    private void end(JsonNode counts) {
        requireCount("transactions", counts, transactions.size());
        requireCount("sightings", counts, sightings.size());
        requireCount("owners", counts, owners.size());
        ended = true;
    }

    private static void requireCount(String what, JsonNode counts, int found) {
        long expected = number(counts, what);
        if (expected != found) {
            throw new IllegalArgumentException("%d %s were written, %d are there".formatted(expected, what, found));
        }
    }

    private static JsonNode required(JsonNode object, String field) {
        JsonNode value = object.get(field);
        if (value == null) {
            throw new IllegalArgumentException("\"%s\" is missing".formatted(field));
        }
        return value;
    }

    private static long number(JsonNode object, String field) {
        JsonNode value = required(object, field);
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw new IllegalArgumentException("\"%s\" must be a whole number".formatted(field));
        }
        return value.asLong();
    }

    private String text(JsonNode object, String field) {
        String value = optionalText(object, field);
        if (value == null) {
            throw new IllegalArgumentException("\"%s\" must be a text".formatted(field));
        }
        return value;
    }

    private String optionalText(JsonNode object, String field) {
        JsonNode value = required(object, field);
        if (!value.isTextual() && !value.isNull()) {
            throw new IllegalArgumentException("\"%s\" must be a text or null".formatted(field));
        }
        // Event ids come once or twice, and would fill the pool.
        return value.isNull()
                ? null
                : field.equals("id") || field.equals("seen") ? value.asText() : strings.one(value.asText());
    }
}
