package dev.latchkey.lane;

/**
 * What is known of a shard at one moment. Immutable.
 *
 * @param epoch 0 before it was taken
 * @param lastError null when there is none since its last published event
 * @param published events published by this node since it won the shard
 */
public record ShardStatus(int shard, long epoch, ShardState state, String lastError, long published) {
    ShardStatus withEpoch(long newEpoch) {
        return new ShardStatus(shard, newEpoch, state, lastError, published);
    }

    ShardStatus withState(ShardState newState) {
        return new ShardStatus(shard, epoch, newState, lastError, published);
    }

    ShardStatus withError(String error) {
        return new ShardStatus(shard, epoch, state, error, published);
    }

    ShardStatus published(int events) {
        return new ShardStatus(shard, epoch, state, lastError, published + events);
    }
}
