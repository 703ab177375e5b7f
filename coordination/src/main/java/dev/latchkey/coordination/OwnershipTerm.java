package dev.latchkey.coordination;

import java.time.Instant;

/**
 * One stretch of believing to own a shard: a value that is handed around, never a flag that is asked later. Immutable.
 *
 * <p>A term is a belief (see the package description). The epoch that the fence in the database gives a shard is
 * another number and is not known here.
 *
 * @param shard number of the shard, from 0
 * @param term grows with each won latch of this shard within the ensemble's life; tells two terms of a shard apart
 * @param since when this node learned of it, by its own clock; for display only
 */
public record OwnershipTerm(int shard, long term, Instant since) {}
