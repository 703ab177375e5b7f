package dev.latchkey.publish;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.latchkey.failure.PoisonFailure;
import dev.latchkey.outbox.OutboxEvent;
import java.io.IOException;
import java.io.StringWriter;
import java.util.function.BiConsumer;

/** The members of an event's headers column, as message headers. Thread-safe. */
public final class HeadersColumn {
    private static final JsonFactory JSON = new ObjectMapper().getFactory();

    private HeadersColumn() {}

    /** Hands over each member, in their order: text as it is, other scalars as they are written, null as null, the rest as JSON. */
    public static void read(OutboxEvent event, BiConsumer<String, String> header) throws PoisonFailure {
        if (event.headers() == null) {
            return;
        }
        try (JsonParser parser = JSON.createParser(event.headers())) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw event.poison("its headers column holds no JSON object", null);
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                header.accept(name, value(parser));
            }
        } catch (IOException e) {
            throw event.poison("its headers column can't be read as JSON", e);
        }
    }

    private static String value(JsonParser parser) throws IOException {
        JsonToken token = parser.nextToken();
        if (token == JsonToken.VALUE_NULL) {
            return null;
        }
        if (token.isScalarValue()) {
            return parser.getText();
        }
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = JSON.createGenerator(text)) {
            generator.copyCurrentStructureExact(parser);
        }
        return text.toString();
    }
}
