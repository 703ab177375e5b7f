package dev.latchkey.failure;

/** Something is configured or permitted wrongly; trying again does not help until a person has mended it. */
public final class StopFailure extends RelayFailure {
    public StopFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
