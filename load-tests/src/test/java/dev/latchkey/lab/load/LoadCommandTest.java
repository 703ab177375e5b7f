package dev.latchkey.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class LoadCommandTest {
    private final StringWriter printed = new StringWriter();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "                                 | load what? One of ",
                "drain --rows 0                   | --rows must be from 1 to 20000000, not 0",
                "drain --transaction 0            | --transaction must be from 1 to 20000000, not 0",
                "steady --rate 0                  | --rate must be from 1 to 50000, not 0",
                "steady --for 500ms               | --for must be from 1 to 86400 s, not 0.5 s",
                "steady --nodes none              | --nodes must be a number, or admin URLs that begin with http, not none",
                "steady --nodes http://h:1        | --nodes with URLs needs --database and --bootstrap",
                "steady --bootstrap h:1           | given servers are given together: --database, --bootstrap and --zookeeper",
                "steady --sink pigeon             | Invalid value for option '--sink': expected one of [kafka, rabbitmq]",
                "steady --sink rabbitmq --bootstrap h:1 | --sink chooses a broker to start",
                "steady --sink rabbitmq --vs polling | --vs compares on Kafka: leave out --sink",
                "campaign --sink rabbitmq         | a campaign is into Kafka, exactly once: leave out --sink",
                "drain --vs debezium --rounds 0   | --rounds must be from 1 to 20, not 0",
                "drain --vs kafka                 | Invalid value for option '--vs': expected one of [debezium, polling]",
                "drain --vs polling --warm-up-rows -1 | --warm-up-rows must be from 0 to 20000000, not -1",
                "steady --vs polling --polling-workers 0 | --polling-workers must be from 1 to 16, not 0",
                "steady --vs polling --rounds 21  | --rounds must be from 1 to 20, not 21",
                "drain --growth=1000,0            | --growth must be from 1 to 20000000, not 0",
                "steady --vs polling --report x   | --vs prints its figures and writes no report: leave out --report",
                "scale --history x                | scale judges several histories and keeps none: leave out --history",
                "scale --shards 8,257             | --shards must be from 1 to 256, not 257",
                "scale --nodes 1,10               | --nodes must be from 1 to 9, not 10",
                "idle --rounds 0                  | --rounds must be from 1 to 20, not 0",
                "failover --nodes 1               | --nodes must be from 2 to 9, not 1",
                "failover --session-timeout 2h    | --session-timeout must be from 1 to 60 s, not 7200.0 s",
                "--relay-jar none drain           | --relay-jar: there is no file none",
            })
    void badValuesAreRefusedWithOptionValueAndRule(String arguments, String message) {
        assertThat(run(arguments == null ? "" : arguments)).isEqualTo(2);
        assertThat(printed.toString()).startsWith(message);
    }

    @Test
    void aRunWhoseHistoryWouldNotFitIsRefused() {
        assertThat(run("steady --rate 50000 --for 60m")).isEqualTo(2);
        assertThat(printed.toString()).startsWith("about 180,750,000 events don't fit into this heap");
    }

    @Test
    void aComparedBacklogWhoseHistoryWouldNotFitIsRefused() {
        assertThat(run("drain --vs polling --rows 20000000 --warm-up-rows 20000000"))
                .isEqualTo(2);
        assertThat(printed.toString()).startsWith("about 40,000,000 events don't fit into this heap");
    }

    @Test
    void aComparisonOnGivenServersIsRefused() {
        assertThat(run("steady --vs polling --database jdbc:postgresql:x --bootstrap x --zookeeper x"))
                .isEqualTo(2);
        assertThat(printed.toString()).startsWith("--vs measures on servers of its own");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--help",
                "drain --help",
                "steady --help",
                "burst --help",
                "huge-transaction --help",
                "failover --help",
                "scale --help",
                "idle --help"
            })
    void everyCommandExplainsItself(String arguments) {
        assertThat(run(arguments)).isZero();
        assertThat(printed.toString()).startsWith("Usage: load").contains("Exit status: 0");
    }

    @Test
    void whatFailsIsStatusOne() {
        int status = new LoadCommand().measure(out -> {
            throw new SQLException("the database is gone");
        });

        assertThat(status).isEqualTo(1);
    }

    /** Any file stands for the relay's jar: nothing here comes as far as to start it, and it is built after this module. */
    private int run(String arguments) {
        PrintWriter writer = new PrintWriter(printed);
        return new CommandLine(new LoadCommand())
                .setOut(writer)
                .setErr(writer)
                .execute((arguments.startsWith("--relay-jar") ? arguments : "--relay-jar pom.xml " + arguments)
                        .split(" "));
    }
}
