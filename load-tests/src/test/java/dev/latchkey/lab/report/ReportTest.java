package dev.latchkey.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReportTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    /** As a browser ends it: the first end tag, whatever the text around it. */
    private static final Pattern ELEMENT =
            Pattern.compile("<(script|style)([^>]*)>(.*?)</\\1", Pattern.DOTALL | Pattern.CASE_INSENSITIVE);

    private static final Pattern LOADS = Pattern.compile(
            "\\b(src|href|srcset|poster)\\s*=|@import|url\\s*\\(|\\bfetch\\s*\\(|XMLHttpRequest|\\bimport\\s*\\(",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern COMMENT = Pattern.compile("/\\*!.*?\\*/", Pattern.DOTALL);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "plain",
                "</script><script>alert(1)</script>",
                "<!--<script>",
                "]]>&amp;\"'\\`${x}",
                "{{data}}{{script}}$1",
                "\u2028\u2029\u0000\uD83D\uDD11"
            })
    void thePageHoldsExactlyTheDataOfTheFileWhateverNamesReadLike(String name) throws IOException {
        Report.write(new Runs().withEverythingNamed(name), folder.resolve("a/b"));

        String page = Files.readString(folder.resolve("a/b/report.html"));
        JsonNode file = JSON.readTree(Files.readString(folder.resolve("a/b/report.json")));
        List<String> elements = elements(page);
        assertThat(elements).as("two styles, data, library, script").hasSize(5);
        assertThat(JSON.readTree(elements.get(2))).isEqualTo(file);
        assertThat(file.at("/title").asText()).isEqualTo(name);
        assertThat(file.at("/faults/0/name").asText()).isEqualTo(name);
        assertThat(file.at("/verdict/anomalies/0/key").asText()).isEqualTo(name);
        assertThat(page.strip()).endsWith("</html>");
    }

    @Test
    void thePageLoadsNothing() throws IOException {
        Path page = Report.write(new Runs().withEverythingNamed("plain"), folder);

        String text = COMMENT.matcher(Files.readString(page)).replaceAll("");
        assertThat(text).contains("Content-Security-Policy\" content=\"default-src 'none';");
        assertThat(text).doesNotContain("http://", "https://").doesNotContainPattern(LOADS);
    }

    @Test
    void theFileHasTheDocumentedShape() throws IOException {
        Report.write(new Runs().withEverythingNamed("x"), folder);

        JsonNode run = JSON.readTree(folder.resolve("report.json").toFile());
        assertThat(run.fieldNames())
                .toIterable()
                .containsExactly(
                        "format",
                        "title",
                        "startedAt",
                        "durationSeconds",
                        "settings",
                        "verdict",
                        "figures",
                        "samples",
                        "percentileCurves",
                        "ownership",
                        "faults",
                        "notes",
                        "tables");
        assertThat(run.at("/format").asText()).isEqualTo("latchkey-report/1");
        assertThat(run.at("/durationSeconds").asDouble()).isEqualTo(3.5);
        assertThat(run.at("/samples/atSeconds/0").asDouble()).isEqualTo(1);
        assertThat(run.at("/faults/0/endSeconds").asDouble()).isEqualTo(3.5);
        assertThat(run.at("/ownership/1/toSeconds").isNull()).isTrue();
        assertThat(run.at("/figures/0/value").asDouble()).isEqualTo(10.9);
        JsonNode curve = run.at("/percentileCurves/0");
        assertThat(curve.at("/percentiles")).hasSameSizeAs(curve.at("/millis"));
        assertThat(curve.at("/events").asInt()).isEqualTo(1_000);
    }

    @Test
    void whatIsUnknownIsNull() throws IOException {
        RunLog log = new Runs().begin("idle", Map.of());
        log.sample(Map.of(Column.ofEvents("latencyP50Millis"), Double.NaN));
        log.figure("ratio", Double.POSITIVE_INFINITY, "");
        Report.write(log.data(), folder);

        JsonNode run = JSON.readTree(folder.resolve("report.json").toFile());
        assertThat(run.at("/samples/series/0/values/0").isNull()).isTrue();
        assertThat(run.at("/figures/0/value").isNull()).isTrue();
        assertThat(run.at("/verdict/status").asText()).isEqualTo("unproven");
    }

    private static List<String> elements(String page) {
        List<String> bodies = new ArrayList<>();
        for (Matcher found = ELEMENT.matcher(page); found.find(); ) {
            bodies.add(found.group(3));
        }
        return bodies;
    }
}
