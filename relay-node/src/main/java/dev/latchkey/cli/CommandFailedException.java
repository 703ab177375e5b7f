package dev.latchkey.cli;

/** A command that could not do its work, with a message meant for the person who ran it. */
final class CommandFailedException extends Exception {
    private static final long serialVersionUID = 1L;

    CommandFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
