package dev.latchkey.outbox.postgres;

import dev.latchkey.failure.RelayFailure;
import dev.latchkey.failure.RetryableFailure;
import dev.latchkey.failure.StopFailure;
import java.sql.SQLException;
import java.util.Set;

/** Tells by SQLSTATE what a database error asks for. Source of the codes: PostgreSQL documentation, appendix A. */
public final class DatabaseFailures {
    /** Undefined table, column, function, schema; insufficient privilege; wrong type: a person has to mend it. */
    private static final Set<String> NEEDS_A_PERSON =
            Set.of("42P01", "42703", "42883", "3F000", "42501", "42804", "0A000");

    private DatabaseFailures() {}

    public static RelayFailure of(String doing, SQLException e) {
        String state = e.getSQLState();
        String message = "%s failed (SQLSTATE %s): %s".formatted(doing, state, e.getMessage());
        return state != null && NEEDS_A_PERSON.contains(state)
                ? new StopFailure(message, e)
                : new RetryableFailure(message, e);
    }
}
