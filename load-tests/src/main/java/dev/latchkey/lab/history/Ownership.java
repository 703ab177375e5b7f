package dev.latchkey.lab.history;

/**
 * A shard changed hands.
 *
 * @param sinceNanos when it was noticed, of {@link System#nanoTime()}
 * @param owner the node's id; empty for nobody
 * @param epoch how many times the shard has been taken; negative where unknown
 */
public record Ownership(int shard, long sinceNanos, String owner, long epoch) {
    /** Whether this tells something that {@code last} didn't: nodes asked in turn may answer with what was. */
    boolean isNewsAfter(Ownership last) {
        if (epoch < 0 || last.epoch < 0) {
            return !owner.equals(last.owner);
        }
        // Within an epoch a shard is given up once, and taken only in the next.
        return epoch > last.epoch || epoch == last.epoch && owner.isEmpty() && !last.owner.isEmpty();
    }
}
