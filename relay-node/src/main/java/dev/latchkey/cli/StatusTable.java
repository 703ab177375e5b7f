package dev.latchkey.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Two nodes' answers, {@code /nodes} and {@code /shards}, as tables. What an answer lacks shows as a dash: a node of
 * another version may be asked.
 */
final class StatusTable {
    private static final String NOTHING = "-";
    private static final int LONGEST_ERROR = 60;

    private StatusTable() {}

    static String of(JsonNode nodes, JsonNode shards) {
        List<List<String>> nodeRows = new ArrayList<>();
        nodeRows.add(List.of("NODE", "ADDRESS", "SHARDS"));
        JsonNode ring = shards.path("shards");
        for (JsonNode node : nodes.path("nodes")) {
            String id = text(node, "id", "node");
            nodeRows.add(List.of(id, text(node, "adminAddress", "address"), Integer.toString(owned(ring, id))));
        }
        List<List<String>> shardRows = new ArrayList<>();
        shardRows.add(
                List.of("SHARD", "SLOTS", "OWNER", "EPOCH", "STATE", "UNSENT", "OLDEST", "PUBLISHED", "LAST ERROR"));
        for (JsonNode shard : ring) {
            shardRows.add(shardRow(shard));
        }
        return aligned(nodeRows) + "\n" + aligned(shardRows);
    }

    private static List<String> shardRow(JsonNode shard) {
        String unsent = text(shard, "unsent") + (shard.path("unsentCapped").asBoolean() ? "+" : "");
        JsonNode age = shard.path("oldestAgeSeconds");
        String error = text(shard, "lastError");
        return List.of(
                text(shard, "shard"),
                text(shard, "slots"),
                text(shard, "owner") + (isGone(shard) ? " (gone)" : ""),
                text(shard, "epoch"),
                text(shard, "state"),
                unsent,
                age.isNumber() ? String.format(Locale.ROOT, "%.1fs", age.asDouble()) : NOTHING,
                text(shard, "published"),
                error.length() > LONGEST_ERROR ? error.substring(0, LONGEST_ERROR - 3) + "..." : error);
    }

    /** On record as the owner, but no member any more: its shards are about to be taken over. */
    private static boolean isGone(JsonNode shard) {
        return shard.path("ownerAlive").isBoolean() && !shard.path("ownerAlive").asBoolean();
    }

    private static int owned(JsonNode ring, String node) {
        int owned = 0;
        for (JsonNode shard : ring) {
            owned += text(shard, "owner").equals(node) ? 1 : 0;
        }
        return owned;
    }

    private static String text(JsonNode object, String... names) {
        for (String name : names) {
            JsonNode value = object.path(name);
            if (value.isValueNode() && !value.isNull()) {
                return value.asText().replaceAll("\\s+", " ");
            }
        }
        return NOTHING;
    }

    private static String aligned(List<List<String>> rows) {
        int columns = rows.get(0).size();
        StringBuilder table = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < columns; column++) {
                line.append(row.get(column))
                        .append(" ".repeat(width(rows, column) - row.get(column).length() + 2));
            }
            table.append(line.toString().stripTrailing()).append('\n');
        }
        return table.toString();
    }

    private static int width(List<List<String>> rows, int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }
}
