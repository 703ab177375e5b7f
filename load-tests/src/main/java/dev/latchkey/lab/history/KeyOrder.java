package dev.latchkey.lab.history;

import dev.latchkey.lab.history.Checker.Event;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Checks the order of one key's events on one partition, as they come.
 *
 * <p>An event came too late exactly if some event before it belongs to a transaction whose commit was issued after this
 * one's had returned. It is enough to remember the latest issue so far: if any event breaks the rule, that one does.
 */
final class KeyOrder {
    private Event latestIssued;
    private final Map<Long, Event> lastOfTransaction = new HashMap<>();

    /** The event that was seen before {@code event} and had to come after it, if there is one. */
    Optional<Event> next(Event event) {
        Event lastOfSame = lastOfTransaction.put(event.transaction().id(), event);
        if (lastOfSame != null && lastOfSame.index() > event.index()) {
            return Optional.of(lastOfSame);
        }
        Event overtaker = latestIssued;
        if (overtaker == null
                || event.transaction().issuedNanos() > overtaker.transaction().issuedNanos()) {
            latestIssued = event;
        }
        boolean overtaken = overtaker != null
                && event.transaction().knownCommittedNanos()
                        < overtaker.transaction().issuedNanos();
        return overtaken ? Optional.of(overtaker) : Optional.empty();
    }
}
