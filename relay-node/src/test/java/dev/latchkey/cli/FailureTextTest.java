package dev.latchkey.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.BindException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureTextTest {
    @ParameterizedTest
    @CsvSource({
        "08001, check database.url",
        "28P01, check database.user and database.password",
        "3D000, create the database",
        "42501, grant the right",
        "55P03, a long transaction holds the table",
        "XX000, SQLSTATE XX000",
    })
    void databaseFailuresSayWhatToDo(String state, String remedy) {
        assertThat(FailureText.of(new SQLException("refused\n  Detail: no", state)))
                .startsWith("database: refused; Detail: no")
                .contains(remedy);
    }

    @Test
    void aTakenPortIsSaidThroughItsWrapping() {
        IOException taken = new IOException("Failed to bind to 0.0.0.0:8081", new BindException("in use"));

        assertThat(FailureText.of(new RuntimeException(taken)))
                .startsWith("Failed to bind to 0.0.0.0:8081")
                .contains("another process has that port");
    }

    @Test
    void anythingElseIsNamedWithTheWayToItsTrace() {
        assertThat(FailureText.of(new IllegalStateException("odd\nthing")))
                .isEqualTo("IllegalStateException: odd; thing (--verbose shows where)");
    }
}
