package dev.latchkey.bridge.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every byte as V8 writes it; {@code vectors.mjs} says how the vectors were made. */
class V8JsonTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void writesEachVectorByteForByteAsV8DoesAndRefusesWhatItRefuses() throws Exception {
        List<JsonNode> vectors = vectors();
        assertThat(vectors).hasSizeGreaterThan(2000);
        SoftAssertions all = new SoftAssertions();
        for (JsonNode vector : vectors) {
            String text = vector.get("text").textValue();
            String written = vector.get("written").textValue();
            all.assertThat(rewrite(text))
                    .as(text)
                    .isEqualTo(written == null ? null : new String(written.getBytes(UTF_8), UTF_8));
        }
        all.assertAll();
    }

    private static List<JsonNode> vectors() throws Exception {
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(V8JsonTest.class.getResourceAsStream("vectors.jsonl"), UTF_8))) {
            return lines.lines().map(V8JsonTest::parsed).toList();
        }
    }

    private static JsonNode parsed(String line) {
        try {
            return JSON.readTree(line);
        } catch (Exception e) {
            throw new IllegalStateException(line, e);
        }
    }

    private static String rewrite(String text) {
        try {
            return new String(V8Json.rewrite(text), UTF_8);
        } catch (InvalidJsonException e) {
            return null;
        }
    }

    /** V8 gives up at some thousands of levels; a payload of a megabyte may hold half a million of them. */
    @Test
    void nestingIsBoundByMemoryAlone() throws Exception {
        String arrays = "[".repeat(500_000) + "]".repeat(500_000);
        assertThat(V8Json.rewrite(arrays)).isEqualTo(arrays.getBytes(UTF_8));
        String objects = "{\"a\":".repeat(200_000) + "1" + "}".repeat(200_000);
        assertThat(V8Json.rewrite(objects)).isEqualTo(objects.getBytes(UTF_8));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''          | 0 | needs a value, and the text ends at offset 0",
                "[1,]        | 3 | needs a value at offset 3",
                "{\"a\":1,}  | 7 | needs a name in double quotes at offset 7",
                "{\"a\" 1}   | 5 | needs a colon after the name at offset 5",
                "[1 2]       | 3 | needs a comma or the end of the array at offset 3",
                "{} secret   | 3 | there is something after the value at offset 3",
                "\"\\x\"     | 2 | there is no such escape at offset 2",
                "1e          | 2 | needs a digit in the exponent, and the text ends at offset 2"
            })
    void aRefusalSaysWhereAndWhyAndNothingOfTheText(String text, int offset, String message) {
        assertThatExceptionOfType(InvalidJsonException.class)
                .isThrownBy(() -> V8Json.rewrite(text))
                .withMessage(message)
                .satisfies(e -> assertThat(e.offset()).isEqualTo(offset));
    }
}
