package dev.latchkey.admin;

import java.util.List;
import java.util.stream.Collectors;

/**
 * {@code GET /nodes}.
 *
 * @param error why parts are missing; null when nothing is
 */
record NodesPage(List<Node> nodes, Coordination coordination, String error) {
    /**
     * A member of the cluster, or a node that has gone and still holds shards.
     *
     * @param alive whether it is a member now
     * @param adminAddress null of a node that has gone, like version and startedAt
     * @param shards those it holds
     */
    record Node(
            String id, boolean alive, String adminAddress, String version, String startedAt, List<Integer> shards) {}

    /** The answering node's own connection to the ensemble. */
    record Coordination(String state, long sinceSeconds) {}

    String text() {
        TextTable table = new TextTable("NODE", "ADMIN ADDRESS", "VERSION", "STARTED", "SHARDS");
        nodes.forEach(node -> table.row(
                ShardsPage.owner(node.id(), node.alive()),
                node.adminAddress(),
                node.version(),
                node.startedAt(),
                node.shards().stream().map(String::valueOf).collect(Collectors.joining(","))));
        return table
                + "\ncoordination: %s for %d s\n".formatted(coordination.state(), coordination.sinceSeconds())
                + (error == null ? "" : "incomplete: " + TextTable.oneLine(error) + "\n");
    }
}
