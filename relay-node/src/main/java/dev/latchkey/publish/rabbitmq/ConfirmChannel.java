package dev.latchkey.publish.rabbitmq;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import java.io.IOException;

/** A channel with publisher confirms, and what the broker says of it. Used by one thread. */
final class ConfirmChannel {
    private final Channel channel;
    private final Notes notes = new Notes();

    ConfirmChannel(Connection connection) throws IOException {
        channel = connection.createChannel();
        if (channel == null) {
            throw new IOException("the connection has no channel left");
        }
        channel.addConfirmListener(notes);
        channel.addReturnListener(notes);
        channel.addShutdownListener(notes);
        channel.confirmSelect();
    }

    Notes notes() {
        return notes;
    }

    /**
     * Sends a message; what becomes of it is in the notes.
     *
     * @return its number
     * @throws IllegalArgumentException when no frame can hold it: the client's numbers are out of step then, and the channel
     *     is to be replaced
     */
    long send(AmqpMessage message) throws IOException {
        long number = channel.getNextPublishSeqNo();
        channel.basicPublish(message.exchange(), message.routingKey(), true, message.properties(), message.body());
        return number;
    }

    void close() throws IOException {
        channel.abort();
    }
}
