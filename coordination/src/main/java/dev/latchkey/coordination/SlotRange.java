package dev.latchkey.coordination;

/**
 * A contiguous, inclusive range of slots. Immutable.
 *
 * @param first lowest slot, 0 to 255
 * @param last highest slot, {@code first} to 255
 */
public record SlotRange(int first, int last) {
    public SlotRange {
        if (first < 0 || last < first || last >= ShardMap.SLOTS) {
            throw new IllegalArgumentException("slot range " + first + ".." + last + " is not within 0..255");
        }
    }

    public boolean contains(int slot) {
        return first <= slot && slot <= last;
    }

    public int size() {
        return last - first + 1;
    }

    @Override
    public String toString() {
        return first + "-" + last;
    }
}
