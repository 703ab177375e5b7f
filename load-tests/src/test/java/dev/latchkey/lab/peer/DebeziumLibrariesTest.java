package dev.latchkey.lab.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a stand-in for Maven: the real one would download. */
class DebeziumLibrariesTest {
    @TempDir
    private Path folder;

    private Path calls;

    @BeforeEach
    void prepare() {
        calls = folder.resolve("calls");
    }

    @Test
    void theyAreFetchedOnceByThePomOfTheBuild() throws IOException {
        DebeziumLibraries libraries = libraries("exit 0");

        assertThat(libraries.classPath()).isEqualTo(folder.resolve("lib") + "/*");
        assertThat(libraries.classPath()).endsWith("/*");
        assertThat(Files.readAllLines(calls))
                .singleElement()
                .asString()
                .contains("dependency:copy-dependencies", "-DoutputDirectory=" + folder.resolve("lib"));
        assertThat(folder.resolve("debezium-pom.xml"))
                .content()
                .contains("<artifactId>debezium-connector-postgres</artifactId>")
                .doesNotContain("${");
    }

    @Test
    void otherVersionsAreFetchedAnew() throws IOException {
        DebeziumLibraries libraries = libraries("exit 0");
        libraries.classPath();
        Files.writeString(folder.resolve("fetched-debezium-pom.xml"), "of another build");

        libraries.classPath();

        assertThat(Files.readAllLines(calls)).hasSize(2);
    }

    @Test
    void withoutNetworkItIsSaidWhatIsMissingAndTriedAgainNextTime() throws IOException {
        DebeziumLibraries libraries = libraries("echo 'Cannot access central in offline mode'; exit 1");

        for (int attempt = 1; attempt <= 2; attempt++) {
            assertThatThrownBy(libraries::classPath)
                    .hasMessageStartingWith("the Debezium peer could not be fetched: Maven needs a repository")
                    .hasMessageEndingWith("Cannot access central in offline mode");
        }
        assertThat(Files.readAllLines(calls)).hasSize(2);
    }

    @Test
    void withoutMavenThatIsSaid() {
        assertThatThrownBy(() ->
                        new DebeziumLibraries(folder, folder.resolve("none").toString()).classPath())
                .hasMessageStartingWith("no Maven found");
    }

    private DebeziumLibraries libraries(String ending) throws IOException {
        Path maven = Files.writeString(
                folder.resolve("mvn"), "#!/bin/sh\necho \"$@\" >> '%s'\n%s\n".formatted(calls, ending));
        Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwx------"));
        return new DebeziumLibraries(folder, maven.toString());
    }
}
