package dev.latchkey.publish.rabbitmq;

import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.ShutdownSignalException;
import dev.latchkey.failure.RetryableFailure;
import dev.latchkey.publish.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes batches on one channel and says of each message what became of it. Used by one thread, but for {@link #blocked}.
 *
 * <p>Confirms are pipelined, but two messages of one key are never both unconfirmed: neither a refusal nor a lost connection
 * can then let the later overtake the earlier. A message that makes the broker close the channel is found by sending those
 * it was in flight with again, one at a time.
 */
public final class ConfirmedPublisher implements AutoCloseable {
    /** Why the rest of a batch was left: nothing is wrong, it goes with the next. */
    static final String LATE = "the batch took long enough";

    private static final Logger log = LoggerFactory.getLogger(ConfirmedPublisher.class);

    private final BrokerConnection connection;
    private final BooleanSupplier trusted;
    private final Duration limit;
    private ConfirmChannel channel;
    /** The client has counted a message that it didn't send: no number that follows can be trusted. */
    private boolean outOfStep;

    /**
     * @param trusted asked before each message is sent: false leaves the rest unsent
     * @param limit longest wait for a next word of the broker, and longest time in which messages of a batch are sent
     */
    public ConfirmedPublisher(BrokerConnection connection, BooleanSupplier trusted, Duration limit) {
        this.connection = connection;
        this.trusted = trusted;
        this.limit = limit;
    }

    /** Connects where there is no connection. */
    public void open() throws RetryableFailure {
        if (needsChannel()) {
            try {
                if (channel != null) {
                    channel.close();
                }
                channel = new ConfirmChannel(connection.open());
                outOfStep = false;
            } catch (IOException | ShutdownSignalException e) {
                close();
                throw new RetryableFailure("RabbitMQ: a channel can't be opened: " + Reason.of(e), e);
            }
        }
    }

    private boolean needsChannel() {
        return channel == null || outOfStep || !connection.isOpen();
    }

    /**
     * Sends messages and waits until it is known what became of them, until the broker says nothing for too long, or, with
     * the rest left {@link #LATE}, until all of it takes too long.
     *
     * @return one outcome a message, in their order
     */
    public List<Outcome> publish(List<AmqpMessage> messages) throws InterruptedException {
        MessageFlight flight = new MessageFlight(messages);
        long begun = System.nanoTime();
        while (!flight.isDone()) {
            // A channel that is replaced takes with it what the broker said of the messages in the air.
            if (!needsChannel() || !flight.hasMessagesInTheAir()) {
                sendOrGround(flight, System.nanoTime() - begun > limit.toNanos());
            }
            if (flight.hasMessagesInTheAir()) {
                listen(flight);
            }
        }
        return flight.outcomes();
    }

    private void sendOrGround(MessageFlight flight, boolean late) {
        String hindrance = late ? LATE : hindrance();
        if (hindrance == null) {
            send(flight);
        } else {
            flight.ground(hindrance);
        }
    }

    /** Why nothing may be sent now; null when it may. A channel that was closed for a message is replaced first. */
    private String hindrance() {
        if (!trusted.getAsBoolean()) {
            return "the node isn't certain of its ZooKeeper session";
        }
        if (connection.blocked().isPresent()) {
            return connection.blocked().get();
        }
        try {
            open();
            return null;
        } catch (RetryableFailure e) {
            return e.getMessage();
        }
    }

    private void send(MessageFlight flight) {
        while (mayGoOn()) {
            AmqpMessage next = flight.next();
            if (next == null) {
                return;
            }
            try {
                flight.sent(channel.send(next));
            } catch (IllegalArgumentException e) {
                flight.refused(e.getMessage());
                outOfStep = true;
                return;
            } catch (IOException | AlreadyClosedException e) {
                // The note of the channel's end says why, and all that the broker said before it counts.
                log.debug("a batch was cut off: {}", e.getMessage());
                flight.cutOff();
                return;
            }
        }
    }

    private boolean mayGoOn() {
        return trusted.getAsBoolean() && connection.blocked().isEmpty();
    }

    private void listen(MessageFlight flight) throws InterruptedException {
        Notes.Note note = channel.notes().next(limit);
        if (note == null) {
            flight.abandon("RabbitMQ has confirmed nothing for " + limit.toSeconds() + " s");
            // A blocked broker reads what it was sent once it is calm, and confirms it: another connection would be
            // blocked
            // as well, and nobody would know why.
            if (connection.blocked().isEmpty()) {
                close();
            }
            return;
        }
        flight.told(note);
        if (note instanceof Notes.Closed) {
            channel = null;
        }
    }

    /** Why the broker takes nothing at present, if it said so. Thread-safe. */
    public Optional<String> blocked() {
        return connection.blocked();
    }

    /** Gives the connection up; {@link #open} may follow. */
    @Override
    public void close() {
        channel = null;
        connection.close();
    }
}
