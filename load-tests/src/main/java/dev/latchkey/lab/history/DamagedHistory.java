package dev.latchkey.lab.history;

/** A history file that can't be judged; the message names file, line and reason. */
public final class DamagedHistory extends RuntimeException {
    private static final long serialVersionUID = 1;

    DamagedHistory(String message, Throwable cause) {
        super(message, cause);
    }
}
