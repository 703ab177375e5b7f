package dev.latchkey.bridge.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random texts, and what a V8 at hand makes of them: {@code node} on the PATH. */
class V8JsonAgainstNodeTest {
    private static final int TEXTS = 20_000;
    private static final ObjectMapper JSON = JsonMapper.builder()
            // A damaged text may hold half of a surrogate pair, which no encoding of a file has room for.
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .build();

    @TempDir
    private Path folder;

    @Test
    void randomTextsComeOutAsNodeWritesThem() throws Exception {
        assumeTrue(nodeIsThere(), "skipped: there is no node on the PATH");
        long seed = Long.getLong("latchkey.json.seed", new Random().nextLong());
        List<String> texts = new ArrayList<>();
        RandomJson random = new RandomJson(new Random(seed));
        for (int i = 0; i < TEXTS; i++) {
            texts.add(random.text());
        }
        List<String> expected = rewrittenByNode(texts);
        int refused = 0;
        for (int i = 0; i < TEXTS; i++) {
            refused += expected.get(i) == null ? 1 : 0;
            assertThat(rewritten(texts.get(i)))
                    .as("-Dlatchkey.json.seed=%d, text %d: %s", seed, i, texts.get(i))
                    .isEqualTo(expected.get(i));
        }
        assertThat(refused).as("texts that V8 refused").isBetween(TEXTS / 100, TEXTS / 2);
    }

    private static boolean nodeIsThere() throws InterruptedException {
        try {
            return new ProcessBuilder("node", "--version")
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static String rewritten(String text) {
        try {
            return new String(V8Json.rewrite(text), UTF_8);
        } catch (InvalidJsonException e) {
            return null;
        }
    }

    private List<String> rewrittenByNode(List<String> texts) throws Exception {
        Path input = folder.resolve("texts.jsonl");
        Path output = folder.resolve("written.jsonl");
        List<String> lines = new ArrayList<>();
        for (String text : texts) {
            lines.add(JSON.writeValueAsString(text));
        }
        Files.write(input, lines);
        Path script = Path.of(V8JsonTest.class.getResource("rewrite.mjs").toURI());
        Process node = new ProcessBuilder("node", script.toString())
                .redirectInput(input.toFile())
                .redirectOutput(output.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertThat(node.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(node.exitValue()).isZero();
        List<String> written = new ArrayList<>();
        for (String line : Files.readAllLines(output)) {
            written.add(JSON.readValue(line, String.class));
        }
        assertThat(written).hasSameSizeAs(texts);
        return written;
    }
}
