package dev.latchkey.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatchkeyTest {
    private static final String MINIMAL = Path.of("..", "config", "minimal.yml").toString();

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path directory;

    @Test
    void helpNamesEveryCommand() {
        assertThat(run("--help")).isZero();

        assertThat(out.toString()).contains("node", "db", "schema", "check", "status", "--verbose", "--version");
        assertThat(err.toString()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"node", "db", "db migrate", "schema", "check", "status"})
    void eachCommandExplainsItself(String command) {
        assertThat(run((command + " --help").split(" "))).isZero();

        assertThat(out.toString()).contains("Usage: latchkey " + command);
    }

    @Test
    void versionIsOneLine() {
        assertThat(run("--version")).isZero();

        assertThat(out.toString()).startsWith("latchkey ").hasLineCount(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "fly", "node", "db", "check a b", "schema --settle never", "node a --fast"})
    void badUsageIsTwoInOneLine(String arguments) {
        assertThat(arguments.isEmpty() ? run() : run(arguments.split(" "))).isEqualTo(2);

        assertThat(err.toString()).hasLineCount(1).startsWith("latchkey: ").contains("--help");
    }

    @ParameterizedTest
    @ValueSource(strings = {"node", "check", "db migrate"})
    void missingFileFailsInOneLine(String command) {
        assertThat(run((command + " nowhere.yml").split(" "))).isEqualTo(1);

        assertThat(err.toString()).isEqualTo(String.format("latchkey: File nowhere.yml not found%n"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"node", "check", "db migrate"})
    void refusedConfigurationNamesKeyValueAndRuleInOneLine(String command) throws Exception {
        String file = configuration("shards: 0");

        assertThat(run((command + " " + file).split(" "))).isEqualTo(1);

        assertThat(err.toString())
                .hasLineCount(1)
                .startsWith("latchkey: configuration refused: relay.yml: ")
                .contains("shards is 0; must be 1 to 256");
    }

    @Test
    void verboseShowsTheStackTrace() throws Exception {
        assertThat(run("check", "-v", configuration("shards: 0"))).isEqualTo(1);

        assertThat(err.toString()).contains("\tat ");
    }

    @Test
    void textThatIsNoYamlFailsInOneLine() throws Exception {
        assertThat(run(
                        "check",
                        Files.writeString(directory.resolve("relay.yml"), "a: [b\nc: }")
                                .toString()))
                .isEqualTo(1);

        assertThat(err.toString()).hasLineCount(1).contains("relay.yml");
    }

    @Test
    void offlineCheckConnectsToNothing() {
        assertThat(run("check", "--offline", MINIMAL)).isZero();

        assertThat(out.toString()).isEqualTo(String.format("configuration: ok%n"));
    }

    @Test
    void unreachableDatabaseFailsInOneLineWithWhatToDo() throws Exception {
        String file = Files.writeString(
                        directory.resolve("relay.yml"),
                        Files.readString(Path.of(MINIMAL)).replace("127.0.0.1:5432", "127.0.0.1:1"))
                .toString();

        assertThat(run("check", file)).isEqualTo(1);

        assertThat(err.toString()).hasLineCount(1).contains("check database.url and that the server is up");
    }

    @Test
    void schemaPrintsOneTransaction() {
        assertThat(run("schema")).isZero();

        assertThat(out.toString())
                .startsWith("begin;")
                .endsWith(String.format("commit;%n"))
                .contains("create table if not exists \"public\".\"outbox\"", "\"latchkey\".lane")
                .doesNotContain("${", "published_at");
    }

    @Test
    void schemaForAdoptionTakesTheTableAndTheMode() {
        assertThat(run("schema", "--adopt", "Shop.Events", "--settle", "mark")).isZero();

        assertThat(out.toString())
                .contains("alter table \"Shop\".\"Events\"", "\"published_at\" timestamptz", "ACCESS EXCLUSIVE")
                .doesNotContain("${");
    }

    @Test
    void statusOfNobodyFailsInOneLine() {
        assertThat(run("status", "http://127.0.0.1:1")).isEqualTo(1);

        assertThat(err.toString()).hasLineCount(1).contains("no node answers at http://127.0.0.1:1/nodes");
    }

    private String configuration(String line) throws Exception {
        String text = Files.readString(Path.of(MINIMAL)) + line + "\n";
        return Files.writeString(directory.resolve("relay.yml"), text).toString();
    }

    private int run(String... arguments) {
        return Latchkey.commandLine(new PrintWriter(out, true), new PrintWriter(err, true))
                .execute(arguments);
    }
}
