/**
 * The relay's workers.
 *
 * <p>A {@link dev.latchkey.lane.Lane} is logic: it serves any number of shards through one outbox reader and one publisher,
 * in one read, one broker transaction and one settle at a time. A {@link dev.latchkey.lane.LaneRunner} owns its thread. The
 * {@link dev.latchkey.lane.LaneSupervisor} spreads the node's shards over its lanes.
 *
 * <p>Threads: a lane and everything below it is used by its own thread only, with these exceptions, each marked in the code:
 * {@link dev.latchkey.lane.ShardOrders} is written by the coordinator's thread and read by the lane's; what status pages
 * and gauges read is published by volatile fields. A lane never waits for another lane, and the coordinator's thread never
 * waits for a lane.
 *
 * <p>Every wait inside a turn of a lane is bounded: database statements by the statement and socket time-outs, Kafka calls
 * by {@code max.block.ms} and the admin time-out. Recovery of another lane's batch runs on a thread of its own.
 */
package dev.latchkey.lane;
