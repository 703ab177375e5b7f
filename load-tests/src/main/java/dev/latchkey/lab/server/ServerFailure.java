package dev.latchkey.lab.server;

/** A server of the lab did not start, stop or answer as it should. */
public final class ServerFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ServerFailure(String message, Throwable cause) {
        super(message, cause);
    }

    public ServerFailure(String message) {
        super(message);
    }
}
