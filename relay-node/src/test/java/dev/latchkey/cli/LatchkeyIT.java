package dev.latchkey.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.lab.server.PostgresServer;
import dev.latchkey.lab.server.PostgresSettings;
import dev.latchkey.lab.server.Servers;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LatchkeyIT {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path directory;

    private PostgresServer server;
    private String configuration;

    @BeforeEach
    void start() throws Exception {
        server = Servers.embedded().postgres(PostgresSettings.defaults().with("track_commit_timestamp", "off"));
        server.start();
        String minimal = Files.readString(Path.of("..", "config", "minimal.yml"));
        configuration = Files.writeString(
                        directory.resolve("relay.yml"), minimal.replace("127.0.0.1:5432", "127.0.0.1:" + server.port()))
                .toString();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void checkFailsUntilMigrateHasRunAndMigrateRunsTwice() {
        assertThat(run("check", configuration)).isEqualTo(1);
        assertThat(out.toString()).contains("the outbox table \"public\".\"outbox\" is missing", "create table");
        assertThat(err.toString()).hasLineCount(1).contains("problems in the database: 2");

        assertThat(run("db", "migrate", configuration)).isZero();
        assertThat(out.toString()).contains("created table \"public\".\"outbox\"");
        assertThat(run("db", "migrate", configuration)).isZero();
        assertThat(out.toString()).contains("nothing to do");

        assertThat(run("check", configuration)).isZero();
        assertThat(out.toString()).contains("database: ok", "track_commit_timestamp is off");
    }

    @Test
    void anExistingTableIsAdoptedOnDemandOnly() throws Exception {
        try (Connection connection = server.connect("postgres");
                Statement statement = connection.createStatement()) {
            statement.execute("create table outbox (id uuid primary key, aggregatetype varchar(255), "
                    + "aggregateid varchar(255), type varchar(255), payload jsonb)");
        }

        assertThat(run("db", "migrate", configuration)).isEqualTo(1);
        assertThat(err.toString()).hasLineCount(1).contains("latchkey schema --adopt 'public.outbox'");

        assertThat(run("db", "migrate", configuration, "--adopt")).isZero();
        assertThat(run("check", configuration)).isZero();
    }

    private int run(String... arguments) {
        return Latchkey.commandLine(new PrintWriter(out, true), new PrintWriter(err, true))
                .execute(arguments);
    }
}
