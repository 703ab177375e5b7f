package dev.latchkey.publish.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.ShutdownSignalException;
import dev.latchkey.publish.Outcome;
import dev.latchkey.publish.Outcome.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MessageFlightTest {
    private final List<String> sent = new ArrayList<>();
    private long number;

    @Test
    void twoMessagesOfAKeyAreNeverBothInTheAir() {
        MessageFlight flight = flight("a1", "a2", "b1", "a3");
        send(flight);
        assertThat(sent).containsExactly("a1", "b1");
        flight.told(new Notes.Acknowledged(1, false));
        send(flight);
        assertThat(sent).containsExactly("a1", "b1", "a2");
        flight.told(new Notes.Acknowledged(3, true));
        send(flight);
        flight.told(new Notes.Acknowledged(4, false));
        assertThat(sent).containsExactly("a1", "b1", "a2", "a3");
        assertThat(kinds(flight)).containsOnly(Kind.CONFIRMED);
    }

    @Test
    void whatFollowsARefusedMessageOfItsKeyIsNotSent() {
        MessageFlight flight = flight("a1", "a2", "b1", "a3");
        send(flight);
        flight.told(new Notes.Refused(1, false));
        flight.told(new Notes.Acknowledged(2, false));
        send(flight);
        assertThat(sent).containsExactly("a1", "b1");
        assertThat(flight.isDone()).isTrue();
        assertThat(kinds(flight)).containsExactly(Kind.NACKED, Kind.UNSENT, Kind.CONFIRMED, Kind.UNSENT);
    }

    @Test
    void whatIsLookedAtOnlyAfterTheRefusalIsNotSentEither() {
        MessageFlight flight = flight("a1", "a2");
        flight.next();
        flight.sent(1);
        flight.told(new Notes.Refused(1, false));
        assertThat(flight.next()).isNull();
        assertThat(kinds(flight)).containsExactly(Kind.NACKED, Kind.UNSENT);
    }

    @Test
    void aReturnedMessageCountsAsReturnedThoughConfirmed() {
        MessageFlight flight = flight("a1", "b1");
        send(flight);
        flight.told(new Notes.Returned("a1", "no queue"));
        flight.told(new Notes.Acknowledged(2, true));
        assertThat(kinds(flight)).containsExactly(Kind.RETURNED, Kind.CONFIRMED);
    }

    @Test
    void whatClosedTheChannelIsFoundAndItsNeighboursAreSentAgainOneAtATime() {
        MessageFlight flight = flight("a1", "b1", "c1", "b2");
        send(flight);
        flight.told(closed(AMQP.PRECONDITION_FAILED));
        flight.told(nextAlone(flight, "a1"));
        send(flight);
        assertThat(sent.get(sent.size() - 1)).isEqualTo("b1");
        flight.told(closed(AMQP.PRECONDITION_FAILED));
        flight.told(nextAlone(flight, "c1"));
        assertThat(kinds(flight)).containsExactly(Kind.CONFIRMED, Kind.REFUSED, Kind.CONFIRMED, Kind.UNSENT);
    }

    @Test
    void aLostConnectionBlamesNobodyAndNothingOvertakesWhatIsInDoubt() {
        MessageFlight flight = new MessageFlight(List.of(message("1", null), message("2", null), message("3", null)));
        flight.next();
        flight.sent(1);
        flight.told(closed(AMQP.CONNECTION_FORCED));
        assertThat(flight.next()).isNull();
        assertThat(kinds(flight)).containsOnly(Kind.UNSENT);
    }

    @Test
    void aMissingExchangeIsTheFaultOfWhatIsSentThere() {
        MessageFlight flight = flight("a1");
        send(flight);
        flight.told(closed(AMQP.NOT_FOUND));
        assertThat(kinds(flight)).containsExactly(Kind.RETURNED);
    }

    @Test
    void nothingIsSentBetweenACutOffAndTheChannelsEnd() {
        MessageFlight flight = flight("a1", "b1", "c1");
        flight.next();
        flight.sent(1);
        flight.next();
        flight.cutOff();
        assertThat(flight.next()).isNull();
        flight.told(new Notes.Acknowledged(1, false));
        assertThat(flight.next()).isNull();
        flight.told(closed(AMQP.CONNECTION_FORCED));
        flight.ground("no connection");
        assertThat(kinds(flight)).containsExactly(Kind.CONFIRMED, Kind.UNSENT, Kind.UNSENT);
    }

    @Test
    void aReturnIsForgottenWithItsChannel() {
        MessageFlight flight = flight("a1", "b1");
        send(flight);
        flight.told(new Notes.Returned("a1", "no queue"));
        flight.told(closed(AMQP.PRECONDITION_FAILED));
        flight.told(nextAlone(flight, "a1"));
        flight.told(nextAlone(flight, "b1"));
        assertThat(kinds(flight)).containsOnly(Kind.CONFIRMED);
    }

    @Test
    void theAirIsBounded() {
        MessageFlight flight = new MessageFlight(IntStream.range(0, MessageFlight.WINDOW + 10)
                .mapToObj(i -> message("k" + i, null))
                .toList());
        send(flight);
        assertThat(sent).hasSize(MessageFlight.WINDOW);
        flight.told(new Notes.Acknowledged(3, true));
        send(flight);
        assertThat(sent).hasSize(MessageFlight.WINDOW + 3);
    }

    @Test
    void whatIsInTheAirMayStillBeConfirmedWhenNothingMoreIsSent() {
        MessageFlight flight = flight("a1", "a2", "b1");
        send(flight);
        flight.ground("not trusted");
        flight.told(new Notes.Acknowledged(2, true));
        assertThat(flight.isDone()).isTrue();
        assertThat(kinds(flight)).containsExactly(Kind.CONFIRMED, Kind.UNSENT, Kind.CONFIRMED);
    }

    private Notes.Note nextAlone(MessageFlight flight, String expected) {
        send(flight);
        assertThat(sent.get(sent.size() - 1)).isEqualTo(expected);
        return new Notes.Acknowledged(number, false);
    }

    private void send(MessageFlight flight) {
        for (AmqpMessage next = flight.next(); next != null; next = flight.next()) {
            sent.add(next.id());
            flight.sent(++number);
        }
    }

    private static List<Kind> kinds(MessageFlight flight) {
        return flight.outcomes().stream().map(Outcome::kind).toList();
    }

    /** The first letter of an id is its key. */
    private static MessageFlight flight(String... ids) {
        return new MessageFlight(
                Stream.of(ids).map(id -> message(id, id.substring(0, 1))).toList());
    }

    private static AmqpMessage message(String id, Object key) {
        return new AmqpMessage(
                "", "q", new AMQP.BasicProperties.Builder().messageId(id).build(), new byte[0], key);
    }

    private static Notes.Closed closed(int code) {
        AMQP.Channel.Close close = new AMQP.Channel.Close.Builder()
                .replyCode(code)
                .replyText("said so")
                .build();
        return new Notes.Closed(new ShutdownSignalException(false, false, close, null));
    }
}
