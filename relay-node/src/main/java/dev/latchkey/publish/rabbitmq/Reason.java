package dev.latchkey.publish.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Method;
import com.rabbitmq.client.ShutdownSignalException;

/** The words in which a failure of the client says what the broker said. */
final class Reason {
    private Reason() {}

    static String of(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ShutdownSignalException closed) {
                return of(closed);
            }
        }
        return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
    }

    static String of(ShutdownSignalException closed) {
        int code = code(closed);
        if (closed.getReason() instanceof AMQP.Channel.Close close) {
            return code + " " + close.getReplyText();
        }
        if (closed.getReason() instanceof AMQP.Connection.Close close) {
            return code + " " + close.getReplyText();
        }
        return closed.getCause() == null ? "it was closed" : closed.getCause().toString();
    }

    /** The reply code with which the broker closed the channel or the connection; 0 when it wasn't the broker. */
    static int code(ShutdownSignalException closed) {
        if (closed.isInitiatedByApplication()) {
            return 0;
        }
        Method reason = closed.getReason();
        if (reason instanceof AMQP.Channel.Close close) {
            return close.getReplyCode();
        }
        return reason instanceof AMQP.Connection.Close close ? close.getReplyCode() : 0;
    }
}
