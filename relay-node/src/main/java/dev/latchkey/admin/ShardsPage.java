package dev.latchkey.admin;

import java.util.List;
import java.util.Locale;

/**
 * {@code GET /shards}.
 *
 * @param answeredBy id of the node that answered
 * @param error why parts are missing; null when nothing is
 */
record ShardsPage(String cluster, String answeredBy, List<Line> shards, String error) {
    /**
     * A shard.
     *
     * @param slots first and last slot
     * @param owner node that holds it; null when none does
     * @param ownerAlive whether the owner is a member now; null when there is no owner or the members aren't known
     * @param state as the owner last told it, kept when the owner has gone
     * @param unsent null when it couldn't be counted
     * @param unsentCapped true when there may be more than {@code unsent}
     * @param oldestAgeSeconds age of the oldest unsent row; null when there is none, or it isn't known
     * @param published events published since the cluster was set up; null when it isn't known
     * @param reportedSecondsAgo how old state, published and lastError are; null where they are this node's own
     */
    record Line(
            int shard,
            String slots,
            String owner,
            Boolean ownerAlive,
            long epoch,
            String state,
            Long unsent,
            boolean unsentCapped,
            Double oldestAgeSeconds,
            Long published,
            String lastError,
            Double reportedSecondsAgo) {}

    String text() {
        TextTable table = new TextTable(
                "SHARD", "SLOTS", "OWNER", "EPOCH", "STATE", "UNSENT", "OLDEST", "PUBLISHED", "LAST ERROR");
        shards.forEach(line -> table.row(
                line.shard(),
                line.slots(),
                owner(line.owner(), line.ownerAlive()),
                line.epoch(),
                line.state(),
                unsent(line),
                line.oldestAgeSeconds() == null ? null : String.format(Locale.ROOT, "%.1f s", line.oldestAgeSeconds()),
                line.published(),
                line.lastError()));
        return table + (error == null ? "" : "\nincomplete: " + TextTable.oneLine(error) + "\n");
    }

    static String owner(String owner, Boolean alive) {
        return owner != null && Boolean.FALSE.equals(alive) ? owner + " (gone)" : owner;
    }

    private static String unsent(Line line) {
        if (line.unsent() == null) {
            return "?";
        }
        return line.unsent() + (line.unsentCapped() ? "+" : "");
    }
}
