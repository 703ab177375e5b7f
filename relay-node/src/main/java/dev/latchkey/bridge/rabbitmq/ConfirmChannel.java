package dev.latchkey.bridge.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import dev.latchkey.bridge.QueueMessage;
import dev.latchkey.bridge.QueuePublisher.Answer;
import dev.latchkey.bridge.QueuePublisher.Outcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One AMQP channel with confirms. Used by one thread. */
final class ConfirmChannel implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ConfirmChannel.class);
    private static final int PERSISTENT = 2;
    /** Others, a missing right among them, are not the message's fault. */
    private static final Set<Integer> ABOUT_THE_MESSAGE = Set.of(AMQP.PRECONDITION_FAILED, AMQP.CONTENT_TOO_LARGE);

    private static final byte[] NO_BODY = {};
    private static final String NULL_HEADER = "latchkey-null";
    private static final String NOTE_HEADER = "latchkey-dead-letter";

    private final Channel channel;
    private final Confirms confirms = new Confirms();
    private final BooleanSupplier mayGoOn;

    ConfirmChannel(Connection connection, BooleanSupplier mayGoOn) throws IOException {
        this.mayGoOn = mayGoOn;
        channel = connection.createChannel();
        channel.addConfirmListener(confirms);
        channel.addReturnListener(confirms);
        channel.addShutdownListener(confirms);
        channel.confirmSelect();
    }

    /** Sends all and waits for the confirms. What is left out of the answers' CONFIRMED may be in doubt. */
    List<Answer> publish(List<QueueMessage> messages, Duration limit) throws InterruptedException {
        confirms.forgetBatch();
        List<Long> numbers = new ArrayList<>();
        try {
            for (QueueMessage message : messages) {
                if (!mayGoOn.getAsBoolean()) {
                    break;
                }
                long number = channel.getNextPublishSeqNo();
                confirms.sent(number);
                numbers.add(number);
                channel.basicPublish("", message.queue(), true, properties(message), body(message));
            }
        } catch (IOException | AlreadyClosedException e) {
            // The shutdown listener is told why; what the broker said before that still counts.
            log.debug("a batch was cut off: {}", e.getMessage());
        }
        confirms.await(limit);
        List<Answer> answers = new ArrayList<>();
        for (int i = 0; i < messages.size(); i++) {
            answers.add(i < numbers.size() ? answer(messages.get(i), numbers.get(i)) : unsent("not sent"));
        }
        return answers;
    }

    /** Whether another batch may be sent: the channel lives, and all before is confirmed or refused. */
    boolean isUsable() {
        return channel.isOpen() && confirms.allSettled();
    }

    private Answer answer(QueueMessage message, long number) {
        if (confirms.returned(message.queue()) != null) {
            return new Answer(Outcome.RETURNED, confirms.returned(message.queue()));
        }
        if (confirms.nacked(number)) {
            return new Answer(Outcome.NACKED, "queue '" + message.queue() + "' refuses messages (nack)");
        }
        return confirms.confirmed(number) ? new Answer(Outcome.CONFIRMED, "") : unsent(whyUnconfirmed());
    }

    private static Answer unsent(String reason) {
        return new Answer(Outcome.UNSENT, reason);
    }

    private String whyUnconfirmed() {
        ShutdownSignalException cause = confirms.shutdown();
        return cause == null ? "no confirm in time" : "connection lost: " + cause.getMessage();
    }

    /** What the broker said when it closed the channel because of what was sent; null for any other end, or none. */
    String complaint() {
        ShutdownSignalException cause = confirms.shutdown();
        if (cause == null || cause.isInitiatedByApplication()) {
            return null;
        }
        if (cause.getReason() instanceof AMQP.Channel.Close close && ABOUT_THE_MESSAGE.contains(close.getReplyCode())) {
            return close.getReplyCode() + " " + close.getReplyText();
        }
        if (cause.getReason() instanceof AMQP.Connection.Close close && close.getReplyCode() == AMQP.FRAME_ERROR) {
            return close.getReplyCode() + " " + close.getReplyText();
        }
        return null;
    }

    private static AMQP.BasicProperties properties(QueueMessage message) {
        Map<String, Object> headers = new HashMap<>();
        if (message.body() == null) {
            headers.put(NULL_HEADER, true);
        }
        if (message.note() != null) {
            headers.put(NOTE_HEADER, message.note());
        }
        return new AMQP.BasicProperties.Builder()
                .contentType("application/json")
                .contentEncoding(StandardCharsets.UTF_8.name())
                .deliveryMode(PERSISTENT)
                .messageId(message.id())
                .headers(headers.isEmpty() ? null : headers)
                .build();
    }

    private static byte[] body(QueueMessage message) {
        return message.body() == null ? NO_BODY : message.body();
    }

    @Override
    public void close() {
        try {
            channel.abort();
        } catch (IOException e) {
            log.debug("a channel was lost already: {}", e.getMessage());
        }
    }
}
