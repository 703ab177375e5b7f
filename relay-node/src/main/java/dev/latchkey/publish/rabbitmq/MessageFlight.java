package dev.latchkey.publish.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.ShutdownSignalException;
import dev.latchkey.publish.Outcome;
import dev.latchkey.publish.Outcome.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * A batch on its way: which message may be sent next, and what became of those that were. It decides and sends nothing. For
 * one batch and one thread.
 */
final class MessageFlight {
    /** Messages in the air at a time. */
    static final int WINDOW = 1000;

    /** Stands for the number of a message that was cut off: the broker may have more to say before the channel's end. */
    private static final long CUT_OFF = Long.MAX_VALUE;

    private static final Set<Integer> ABOUT_THE_MESSAGE =
            Set.of(AMQP.PRECONDITION_FAILED, AMQP.CONTENT_TOO_LARGE, AMQP.FRAME_ERROR);
    private static final Set<Integer> ABOUT_THE_TARGET = Set.of(AMQP.NOT_FOUND, AMQP.ACCESS_REFUSED);

    private final List<AmqpMessage> messages;
    private final Outcome[] outcomes;
    private int left;

    /** Not looked at yet, in order. */
    private final Deque<Integer> queue = new ArrayDeque<>();
    /** To be sent next: their keys are theirs already. */
    private final Deque<Integer> cleared = new ArrayDeque<>();
    /** Those that wait for an earlier one of their key. A key that is here has a message in the air, or cleared. */
    private final Map<Object, Deque<Integer>> waiting = new HashMap<>();
    /** Keys of which nothing more is sent. */
    private final Set<Object> failed = new HashSet<>();

    private final NavigableMap<Long, Integer> air = new TreeMap<>();
    private final Map<String, String> returned = new HashMap<>();
    private int taken;
    /** How many of those to be sent next may be what the broker closed the channel for: they go one at a time. */
    private int suspects;

    MessageFlight(List<AmqpMessage> messages) {
        this.messages = messages;
        this.outcomes = new Outcome[messages.size()];
        this.left = messages.size();
        for (int i = 0; i < messages.size(); i++) {
            queue.add(i);
        }
    }

    boolean isDone() {
        return left == 0;
    }

    boolean hasMessagesInTheAir() {
        return !air.isEmpty();
    }

    List<Outcome> outcomes() {
        return Arrays.asList(outcomes);
    }

    /** The message to be sent now; null when none may be before the broker has said more. */
    AmqpMessage next() {
        if (air.size() >= (suspects > 0 ? 1 : WINDOW) || air.containsKey(CUT_OFF)) {
            return null;
        }
        Integer next = cleared.poll();
        while (next == null && !queue.isEmpty()) {
            next = clear(queue.poll());
        }
        if (next == null) {
            return null;
        }
        taken = next;
        return messages.get(taken);
    }

    /** The message if it may be sent; null when it has to wait or is held back. */
    private Integer clear(int index) {
        Object key = messages.get(index).orderKey();
        if (key == null) {
            return index;
        }
        if (failed.contains(key)) {
            end(index, heldBack());
            return null;
        }
        Deque<Integer> later = waiting.get(key);
        if (later != null) {
            later.add(index);
            return null;
        }
        waiting.put(key, new ArrayDeque<>(1));
        return index;
    }

    /** What {@link #next} gave is on its way. */
    void sent(long number) {
        air.put(number, taken);
    }

    /** What {@link #next} gave can't be sent by this client. */
    void refused(String reason) {
        done(taken, new Outcome(Kind.REFUSED, reason));
    }

    /** It isn't known whether what {@link #next} gave was sent: the channel has ended, and will say why. */
    void cutOff() {
        air.put(CUT_OFF, taken);
    }

    void told(Notes.Note note) {
        if (note instanceof Notes.Returned back) {
            returned.put(back.messageId(), back.reason());
        } else if (note instanceof Notes.Acknowledged ack) {
            settle(ack.number(), ack.multiple(), Outcome.CONFIRMED);
        } else if (note instanceof Notes.Refused nack) {
            settle(
                    nack.number(),
                    nack.multiple(),
                    new Outcome(Kind.NACKED, "RabbitMQ takes it not now (nack): most often a queue is full"));
        } else if (note instanceof Notes.Closed closed) {
            closed(closed.cause());
        }
    }

    private void settle(long number, boolean multiple, Outcome outcome) {
        NavigableMap<Long, Integer> settled =
                multiple ? air.headMap(number, true) : air.subMap(number, true, number, true);
        List<Integer> indexes = new ArrayList<>(settled.values());
        settled.clear();
        for (int index : indexes) {
            String unroutable = returned.remove(messages.get(index).id());
            done(index, unroutable == null ? outcome : new Outcome(Kind.RETURNED, unroutable));
        }
    }

    private void closed(ShutdownSignalException cause) {
        int code = Reason.code(cause);
        List<Integer> doubtful = new ArrayList<>(air.values());
        air.clear();
        // What is sent again may be routable by then.
        returned.clear();
        if (!ABOUT_THE_MESSAGE.contains(code) && !ABOUT_THE_TARGET.contains(code)) {
            // The rest stays too: on another connection it would overtake what is in doubt.
            String lost = "the connection was lost: " + Reason.of(cause);
            doubtful.forEach(index -> done(index, new Outcome(Kind.UNSENT, lost)));
            ground(lost);
        } else if (doubtful.size() == 1) {
            Kind kind = ABOUT_THE_TARGET.contains(code) ? Kind.RETURNED : Kind.REFUSED;
            done(doubtful.get(0), new Outcome(kind, Reason.of(cause)));
        } else {
            suspects = doubtful.size();
            for (int i = doubtful.size() - 1; i >= 0; i--) {
                cleared.addFirst(doubtful.get(i));
            }
        }
    }

    /** Nothing more is sent. What is in the air may still be confirmed. */
    void ground(String reason) {
        Outcome unsent = new Outcome(Kind.UNSENT, reason);
        end(cleared, unsent);
        end(queue, unsent);
        waiting.values().forEach(later -> end(later, unsent));
        waiting.clear();
    }

    /** Nothing more will be known. */
    void abandon(String reason) {
        end(air.values(), new Outcome(Kind.UNSENT, reason));
        ground(reason);
    }

    private void done(int index, Outcome outcome) {
        end(index, outcome);
        suspects = Math.max(0, suspects - 1);
        Object key = messages.get(index).orderKey();
        Deque<Integer> later = key == null ? null : waiting.get(key);
        if (later == null) {
            return;
        }
        if (outcome.confirmed() && !later.isEmpty()) {
            cleared.add(later.poll());
            return;
        }
        waiting.remove(key);
        if (!outcome.confirmed()) {
            failed.add(key);
            end(later, heldBack());
        }
    }

    private static Outcome heldBack() {
        return new Outcome(Kind.UNSENT, "an earlier message of its key is not confirmed");
    }

    private void end(Collection<Integer> indexes, Outcome outcome) {
        indexes.forEach(index -> end(index, outcome));
        indexes.clear();
    }

    private void end(int index, Outcome outcome) {
        outcomes[index] = outcome;
        left--;
    }
}
