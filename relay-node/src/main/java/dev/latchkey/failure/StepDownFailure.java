package dev.latchkey.failure;

/**
 * This incarnation of the lane has been fenced, or can no longer tell whether its last transaction was committed. It must
 * have no further effect; a new incarnation finds out by recovery.
 */
public final class StepDownFailure extends RelayFailure {
    public StepDownFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
