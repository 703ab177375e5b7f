package dev.latchkey.outbox;

import java.util.UUID;

/**
 * What names one outbox row for good. Both parts are needed: after a restore of the database sequence numbers repeat,
 * and an adopted table may hold an event id twice.
 *
 * @param seq its number in read order
 * @param id its event id
 */
public record EventRef(long seq, UUID id) {}
