package dev.latchkey.failure;

/** The other side is away, slow or busy. No event is to blame: back off and try the same again. */
public final class RetryableFailure extends RelayFailure {
    public RetryableFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
