package dev.latchkey.lane;

import dev.latchkey.coordination.OwnershipTerm;

/** What a lane tells about its shards. Called from the lane's thread; must not block. */
interface LaneEvents {
    /** A drained shard has been given up. */
    void released(OwnershipTerm term);

    /** The fence shows the shard in another's hands although the term should hold; the lane has let go of it. */
    void contested(OwnershipTerm term);
}
