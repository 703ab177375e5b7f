package dev.latchkey.publish.rabbitmq;

import dev.latchkey.failure.RetryableFailure;
import dev.latchkey.publish.EventPublisher;
import dev.latchkey.publish.EventPublishers;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/** Opens a publisher for each incarnation of a lane. Thread-safe. */
public final class RabbitPublishers implements EventPublishers {
    /** Well below the minute after which a lane counts as stuck. */
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final RabbitSettings settings;
    private final BooleanSupplier trusted;
    private final EventMessages messages;
    private final BrokerConnection checks;
    private final Set<RabbitPublisher> open = ConcurrentHashMap.newKeySet();

    /**
     * Connects to nothing yet.
     *
     * @param trusted whether the node is certain that it owns what it owns
     */
    public RabbitPublishers(RabbitSettings settings, BooleanSupplier trusted) {
        this.settings = settings;
        this.trusted = trusted;
        this.messages = new EventMessages(settings.destination(), settings.contentType());
        this.checks = new BrokerConnection(settings.access(), "latchkey-" + settings.cluster() + "-checks");
    }

    /** What isn't at the broker and should be. Made first, where that is wanted. */
    public synchronized Optional<String> missing() throws RetryableFailure {
        Optional<String> missing = settings.destination().missing(checks);
        if (missing.isPresent() && settings.declare()) {
            settings.destination().declare(checks);
            return Optional.empty();
        }
        return missing;
    }

    @Override
    public EventPublisher forLane(String lane) throws RetryableFailure {
        ConfirmedPublisher confirmed =
                new ConfirmedPublisher(new BrokerConnection(settings.access(), lane), trusted, LIMIT);
        confirmed.open();
        RabbitPublisher publisher = new RabbitPublisher(this, confirmed, messages);
        open.add(publisher);
        return publisher;
    }

    void closed(RabbitPublisher publisher) {
        open.remove(publisher);
    }

    /** The broker tells only those who publish that it takes nothing, so the lanes are asked first. */
    @Override
    public synchronized Optional<String> problem(Duration limit) {
        Optional<String> blocked = open.stream()
                .map(RabbitPublisher::blocked)
                .flatMap(Optional::stream)
                .findFirst();
        if (blocked.isPresent()) {
            return blocked;
        }
        try {
            checks.open();
            return Optional.empty();
        } catch (RetryableFailure e) {
            return Optional.of(e.getMessage());
        }
    }

    @Override
    public synchronized void close() {
        checks.close();
    }
}
