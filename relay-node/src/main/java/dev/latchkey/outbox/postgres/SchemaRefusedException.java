package dev.latchkey.outbox.postgres;

/** The database is not one that the migration may touch; the message says what to do. */
public final class SchemaRefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    SchemaRefusedException(String message) {
        super(message);
    }
}
