/**
 * From {@code pg_notify} to queues, by way of a table.
 *
 * <h2>What it promises</h2>
 *
 * <p>A row of the event table that is committed reaches its channel's queue: at least once, and exactly once unless a
 * connection is lost between the broker's confirm and the commit that stamps the row. The notification is only a wake-up;
 * the row is the message. So two equal rows are two messages though PostgreSQL folds their notifications into one, a
 * payload may be larger than a notification, and a notification that nobody hears costs time and nothing else.
 *
 * <p>Rows are claimed by {@code for update skip locked} and stamped in the transaction that claims them. Live
 * notifications, the catch-up after a lost connection and the sweep all claim in the same way, so none of them
 * publishes what another has in hand; neither do two processes.
 *
 * <p>Within a channel rows are published in commit order where the server keeps commit times, else in insert order, a
 * batch at a time. What the broker has refused for the moment comes again later and so may be overtaken.
 *
 * <p>A channel without a table is fire and forget: what is notified while nobody listens is gone.
 *
 * <h2>Threads</h2>
 *
 * <dl>
 *   <dt>{@code latchkey-bridge-listen}
 *   <dd>owns the connection that listens. Takes notes: one flag a channel, or the notification itself where there is no
 *       row, in a bounded buffer. Never touches the broker, so a blocked one can't fill the server's queue.
 *   <dt>{@code latchkey-bridge-publish}
 *   <dd>owns the broker's connection and claims rows. Sweeps and cleans up as well.
 * </dl>
 */
package dev.latchkey.bridge;
