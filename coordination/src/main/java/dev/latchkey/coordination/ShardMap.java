package dev.latchkey.coordination;

/** How the 256 slots of the hash ring are split into shards: contiguous ranges, sizes differing by one at the most. Immutable. */
public final class ShardMap {
    /** Number of slots on the ring; fixed, because the outbox table computes the slot itself. */
    public static final int SLOTS = 256;

    private final int shards;

    /**
     * Splits the ring.
     *
     * @param shards number of shards, 1 to 256
     */
    public ShardMap(int shards) {
        if (shards < 1 || shards > SLOTS) {
            throw new IllegalArgumentException("shards must be 1 to " + SLOTS + ", was " + shards);
        }
        this.shards = shards;
    }

    public int shards() {
        return shards;
    }

    /**
     * The slots of a shard.
     *
     * @param shard 0 to {@code shards() - 1}
     */
    public SlotRange range(int shard) {
        if (shard < 0 || shard >= shards) {
            throw new IllegalArgumentException("shard must be 0 to " + (shards - 1) + ", was " + shard);
        }
        return new SlotRange(firstSlot(shard), firstSlot(shard + 1) - 1);
    }

    /**
     * The shard of a slot.
     *
     * @param slot 0 to 255
     */
    public int shardOf(int slot) {
        if (slot < 0 || slot >= SLOTS) {
            throw new IllegalArgumentException("slot must be 0 to " + (SLOTS - 1) + ", was " + slot);
        }
        return slot * shards / SLOTS;
    }

    private int firstSlot(int shard) {
        return (shard * SLOTS + shards - 1) / shards;
    }
}
