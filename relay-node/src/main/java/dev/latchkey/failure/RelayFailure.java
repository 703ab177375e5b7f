package dev.latchkey.failure;

/**
 * A failure of a port, told apart by what the caller must do: back off and try again ({@link RetryableFailure}), set one
 * event aside ({@link PoisonFailure}), give up this incarnation of the lane ({@link StepDownFailure}) or wait for a
 * person ({@link StopFailure}).
 *
 * <p>Messages carry ids, counts and times; never a payload, never a secret.
 */
public abstract sealed class RelayFailure extends Exception
        permits RetryableFailure, PoisonFailure, StepDownFailure, StopFailure {
    RelayFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
