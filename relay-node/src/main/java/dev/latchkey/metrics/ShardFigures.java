package dev.latchkey.metrics;

/**
 * What a shard of this node shows as gauges. Immutable.
 *
 * @param epoch 0 before it was taken
 * @param state 0 taking over, 1 recovering, 2 active, 3 paused, 4 halted, 5 draining
 * @param read true while its events are read, so that having seen none means that there are none
 * @param published events published by this node since it won the shard
 */
public record ShardFigures(int shard, long epoch, int state, boolean read, long published) {}
