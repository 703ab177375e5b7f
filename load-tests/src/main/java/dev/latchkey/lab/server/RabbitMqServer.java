package dev.latchkey.lab.server;

/** A RabbitMQ broker as a process of its own. Its data stays over a {@link #stop()} and a {@link #kill9()}. */
public interface RabbitMqServer extends BrokerProcess {
    /** The largest body that it takes, in bytes; a larger one closes the channel. */
    int LARGEST_MESSAGE = 1 << 20;

    String host();

    int port();

    /** An administrator of the virtual host {@code /}. */
    String user();

    String password();

    /** Where and as whom, in one; holds the password. */
    default String uri() {
        return "amqp://%s:%s@%s:%d".formatted(user(), password(), host(), port());
    }

    /** Raises the memory alarm: every connection that publishes is blocked until {@link #calm()}. */
    void alarm();

    /** Ends the memory alarm. */
    void calm();

    /** Ends every connection, as an administrator may. */
    void closeConnections();
}
