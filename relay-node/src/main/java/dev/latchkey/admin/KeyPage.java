package dev.latchkey.admin;

/**
 * {@code GET /keys/{aggregateid}}: where a key's events go.
 *
 * @param owner node that holds the shard; null when none does
 * @param error why parts are missing; null when nothing is
 */
record KeyPage(
        String key, int slot, int shard, String owner, Boolean ownerAlive, long epoch, String state, String error) {
    String text() {
        TextTable table = new TextTable("KEY", "SLOT", "SHARD", "OWNER", "EPOCH", "STATE")
                .row(key, slot, shard, ShardsPage.owner(owner, ownerAlive), epoch, state);
        return table + (error == null ? "" : "\nincomplete: " + TextTable.oneLine(error) + "\n");
    }
}
