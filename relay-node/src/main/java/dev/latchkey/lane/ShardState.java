package dev.latchkey.lane;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** What a node does with a shard that it should own. A shard that it should not own has no state. */
public enum ShardState {
    /** Not ours at the fence yet. */
    TAKING_OVER,
    /** Ours at the fence; finding out what its last owner had published without settling. */
    RECOVERING,
    /** Read, published and settled. */
    ACTIVE,
    /** Ours, but kept still: contact with the ensemble is lost and the configuration says to pause then. */
    PAUSED,
    /** One of its events can't be published; nothing of the shard goes out before it. Tried again from time to time. */
    HALTED,
    /** To be given up as soon as nothing of it is in flight. */
    DRAINING;

    private Set<ShardState> successors() {
        return switch (this) {
            case TAKING_OVER -> EnumSet.of(RECOVERING, ACTIVE, PAUSED, DRAINING);
            case RECOVERING -> EnumSet.of(ACTIVE, PAUSED, TAKING_OVER, DRAINING);
            case ACTIVE -> EnumSet.of(PAUSED, HALTED, TAKING_OVER, DRAINING);
            case PAUSED, HALTED -> EnumSet.of(ACTIVE, PAUSED, TAKING_OVER, DRAINING);
            case DRAINING -> EnumSet.noneOf(ShardState.class);
        };
    }

    boolean mayBecome(ShardState next) {
        return successors().contains(next);
    }

    /** As it is shown to people. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
