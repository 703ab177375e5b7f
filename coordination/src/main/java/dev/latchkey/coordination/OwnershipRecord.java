package dev.latchkey.coordination;

import java.util.Map;

/**
 * Who holds which shard according to the fence, which outlives ZooKeeper's memory. Asked from the coordinator's thread,
 * and only while the node's own session is young.
 */
@FunctionalInterface
public interface OwnershipRecord {
    /**
     * Returns shard number to member id, for the shards that are held; a shard that was given up cleanly is absent.
     *
     * @throws Exception when the record can't be read now; the caller then treats every shard as held by somebody
     */
    Map<Integer, String> holders() throws Exception;
}
