package dev.latchkey.lab.history;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;

/** The lines of a history file, as {@link HistoryFile} describes them. For one thread at a time. */
final class HistoryLines implements Closeable {
    static final int VERSION = 1;
    private static final JsonFactory JSON = JsonFactory.builder()
            // Keys may hold what UTF-8 can't.
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .build();

    private final JsonGenerator out;
    private long transactions;
    private long sightings;
    private long owners;

    /** Writes the first line. */
    HistoryLines(OutputStream bytes, String run) throws IOException {
        this.out = JSON.createGenerator(bytes);
        out.setRootValueSeparator(null);
        out.writeStartObject();
        out.writeNumberField("latchkeyHistory", VERSION);
        out.writeStringField("run", run);
        end();
    }

    void flush() throws IOException {
        out.flush();
    }

    void write(Transaction transaction) throws IOException {
        out.writeStartObject();
        out.writeNumberField("transaction", transaction.id());
        out.writeStringField("outcome", transaction.outcome().name());
        out.writeNumberField("issued", transaction.issuedNanos());
        out.writeNumberField("returned", transaction.returnedNanos());
        out.writeArrayFieldStart("events");
        for (Written event : transaction.events()) {
            out.writeStartObject();
            out.writeStringField("id", event.id().toString());
            out.writeStringField("topic", event.topic());
            out.writeStringField("key", event.key());
            out.writeNumberField("fingerprint", event.fingerprint());
            out.writeEndObject();
        }
        out.writeEndArray();
        end();
        transactions++;
    }

    void write(Sighting sighting) throws IOException {
        out.writeStartObject();
        out.writeStringField(
                "seen", sighting.id() == null ? null : sighting.id().toString());
        out.writeStringField("topic", sighting.topic());
        out.writeNumberField("partition", sighting.partition());
        out.writeNumberField("offset", sighting.offset());
        out.writeStringField("key", sighting.key());
        out.writeNumberField("fingerprint", sighting.fingerprint());
        out.writeNumberField("at", sighting.nanos());
        end();
        sightings++;
    }

    void write(Ownership ownership) throws IOException {
        out.writeStartObject();
        out.writeNumberField("shard", ownership.shard());
        out.writeStringField("owner", ownership.owner());
        out.writeNumberField("epoch", ownership.epoch());
        out.writeNumberField("since", ownership.sinceNanos());
        end();
        owners++;
    }

    private void end() throws IOException {
        out.writeEndObject();
        out.writeRaw('\n');
    }

    /** Writes the last line. */
    @Override
    public void close() throws IOException {
        try (out) {
            out.writeStartObject();
            out.writeObjectFieldStart("end");
            out.writeNumberField("transactions", transactions);
            out.writeNumberField("sightings", sightings);
            out.writeNumberField("owners", owners);
            out.writeEndObject();
            end();
        }
    }
}
