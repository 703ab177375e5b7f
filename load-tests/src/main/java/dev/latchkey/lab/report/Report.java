package dev.latchkey.lab.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a run as {@code report.html} and {@code report.json} into a folder. */
public final class Report {
    private static final String PAGE = "report.html";
    private static final String DATA = "report.json";
    private static final int MOST_DECIMALS = 10_000;

    private static final ObjectMapper JSON = JsonMapper.builder().build();

    static {
        JSON.getFactory().setCharacterEscapes(new MarkupEscapes());
    }

    private Report() {}

    /** Creates the folder where it is missing and replaces a report that is there. Returns the page. */
    public static Path write(RunData run, Path folder) {
        String json = json(run);
        try {
            Files.createDirectories(folder);
            Files.writeString(folder.resolve(DATA), json + "\n");
            return Files.writeString(folder.resolve(PAGE), Page.of(json));
        } catch (IOException e) {
            throw new UncheckedIOException("the report could not be written to " + folder, e);
        }
    }

    /** Without any character that could end or begin markup, so that it may stand in a page. */
    static String json(RunData run) {
        try {
            return JSON.writeValueAsString(rounded(JSON.valueToTree(run)));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the report has data that is no JSON", e);
        }
    }

    /** Four decimals are a tenth of a millisecond in seconds; more would only make the file long. */
    private static JsonNode rounded(JsonNode node) {
        if (node instanceof ArrayNode array) {
            for (int n = 0; n < array.size(); n++) {
                array.set(n, rounded(array.get(n)));
            }
        } else if (node.isObject()) {
            node.fields().forEachRemaining(field -> field.setValue(rounded(field.getValue())));
        } else if (node.isDouble()) {
            return number(node.asDouble());
        }
        return node;
    }

    private static JsonNode number(double value) {
        if (!Double.isFinite(value)) {
            return JSON.nullNode();
        }
        double rounded = Math.rint(value * MOST_DECIMALS) / MOST_DECIMALS;
        boolean whole = rounded == Math.rint(rounded) && Math.abs(rounded) < Long.MAX_VALUE / 2.0;
        return whole
                ? JSON.getNodeFactory().numberNode((long) rounded)
                : JSON.getNodeFactory().numberNode(rounded);
    }

    /** Names come from anywhere: one that reads {@code </script>} must not end the element that holds the data. */
    private static final class MarkupEscapes extends CharacterEscapes {
        private static final long serialVersionUID = 1;

        private final int[] codes = standardAsciiEscapesForJSON();

        MarkupEscapes() {
            codes['<'] = ESCAPE_STANDARD;
            codes['>'] = ESCAPE_STANDARD;
            codes['&'] = ESCAPE_STANDARD;
        }

        @Override
        public int[] getEscapeCodesForAscii() {
            return codes;
        }

        @Override
        public SerializableString getEscapeSequence(int character) {
            return new SerializedString("\\u%04x".formatted(character));
        }
    }
}
