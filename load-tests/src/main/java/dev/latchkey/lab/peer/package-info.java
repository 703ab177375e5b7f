/**
 * Other relays, each a process of its own, to be measured beside ours: same table, same rows, same broker.
 *
 * <p>They publish as the outbox router does: topic {@code outbox.event.<aggregatetype>}, the event id in the header
 * {@code id}. One observer can therefore read, and one checker judge, what any of them did.
 */
package dev.latchkey.lab.peer;
