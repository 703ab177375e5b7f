package dev.latchkey.cli;

import dev.latchkey.config.RefusedConfigurationException;
import dev.latchkey.failure.RelayFailure;
import dev.latchkey.node.NodeRefusedException;
import dev.latchkey.outbox.postgres.SchemaRefusedException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.BindException;
import java.sql.SQLException;
import org.flywaydb.core.api.FlywayException;

/** What a failure says to the person at the terminal: one line, with what to do where that is known. */
final class FailureText {
    private FailureText() {}

    static String of(Throwable failure) {
        if (failure instanceof RefusedConfigurationException refused) {
            return "configuration refused: " + oneLine(refused.getMessage());
        }
        if (failure instanceof FileNotFoundException) {
            return oneLine(failure.getMessage());
        }
        if (failure instanceof FlywayException && failure.getCause() instanceof SQLException cause) {
            return of(cause);
        }
        if (failure instanceof SQLException sql) {
            return "database: " + oneLine(sql.getMessage()) + remedy(sql.getSQLState());
        }
        if (wraps(failure)) {
            return of(failure.getCause());
        }
        if (failure instanceof IOException && failure.getCause() instanceof BindException) {
            return oneLine(failure.getMessage())
                    + "; another process has that port: stop it, or change the connector's port";
        }
        if (failure instanceof NodeRefusedException) {
            return failure.getMessage();
        }
        if (failure instanceof SchemaRefusedException
                || failure instanceof CommandFailedException
                || failure instanceof RelayFailure) {
            return oneLine(failure.getMessage());
        }
        String message = failure.getMessage() == null ? "" : ": " + failure.getMessage();
        return oneLine(failure.getClass().getSimpleName() + message) + " (--verbose shows where)";
    }

    /** Whether it has nothing of its own to say: the message is then its cause's. */
    private static boolean wraps(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure instanceof RuntimeException
                && cause != null
                && cause.toString().equals(failure.getMessage());
    }

    static String oneLine(String message) {
        return message.strip().replaceAll("\\s*\\R\\s*", "; ");
    }

    private static String remedy(String sqlState) {
        if (sqlState == null) {
            return "";
        }
        if (sqlState.startsWith("08")) {
            return "; check database.url and that the server is up";
        }
        if (sqlState.startsWith("28")) {
            return "; check database.user and database.password";
        }
        return switch (sqlState) {
            case "3D000" -> "; create the database, or correct database.url";
            case "42501" -> "; run it as the owner of the database, or grant the right";
            case "55P03" -> "; a long transaction holds the table: run it again when that has ended";
            default -> " (SQLSTATE " + sqlState + ")";
        };
    }
}
