/**
 * The ports through which a lane finds events, settles them and holds its shards. The lane knows nothing of how rows are
 * found; {@code outbox.postgres} does.
 */
package dev.latchkey.outbox;
