package dev.latchkey.lab.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.latchkey.lab.cluster.AdminClient;
import dev.latchkey.lab.cluster.NodeProcess;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Which node owns which shards at one moment, as a node tells it. A shard without owner has the owner {@code ""}. */
public record ShardOwners(SortedMap<Integer, String> ownerOfShard) {
    public static final ShardOwners UNKNOWN = new ShardOwners(new TreeMap<>());

    public ShardOwners {
        ownerOfShard = Collections.unmodifiableSortedMap(new TreeMap<>(ownerOfShard));
    }

    /** Asks the nodes in turn until one answers; unknown if none does. */
    public static ShardOwners ask(List<NodeProcess> nodes) {
        return nodes.stream()
                .filter(NodeProcess::isAlive)
                .map(NodeProcess::adminUrl)
                .flatMap(admin -> ask(admin).stream())
                .findFirst()
                .orElse(UNKNOWN);
    }

    private static Optional<ShardOwners> ask(URI admin) {
        return AdminClient.json(admin.resolve("/shards")).map(ShardOwners::read);
    }

    /** Takes an array of shards, or an object that holds it under {@code shards}. */
    static ShardOwners read(JsonNode answer) {
        JsonNode shards = answer.isArray() ? answer : answer.path("shards");
        SortedMap<Integer, String> owners = new TreeMap<>();
        for (JsonNode shard : shards) {
            owners.put(
                    shard.path("shard").asInt(), shard.path("owner").asText("").replace("null", ""));
        }
        return new ShardOwners(owners);
    }

    boolean isKnown() {
        return !ownerOfShard.isEmpty();
    }

    /** {@code node-1 0-4,7  node-2 5-6}; shards without owner come as {@code nobody}. */
    public String compact() {
        if (!isKnown()) {
            return "(no node answers)";
        }
        return byOwner().entrySet().stream()
                .map(entry -> (entry.getKey().isEmpty() ? "nobody" : entry.getKey()) + " " + ranges(entry.getValue()))
                .collect(Collectors.joining("  "));
    }

    private SortedMap<String, List<Integer>> byOwner() {
        return ownerOfShard.entrySet().stream()
                .collect(Collectors.groupingBy(
                        Map.Entry::getValue, TreeMap::new, Collectors.mapping(Map.Entry::getKey, Collectors.toList())));
    }

    /** One sentence for each node that took shards since {@code before}, which may be unknown. */
    List<String> takeoversSince(ShardOwners before) {
        SortedMap<String, Integer> taken = new TreeMap<>();
        ownerOfShard.forEach((shard, owner) -> {
            String last = before.ownerOfShard.getOrDefault(shard, "");
            if (!owner.isEmpty() && !last.isEmpty() && !owner.equals(last)) {
                taken.merge(owner + " took over %d of " + last + "'s shards", 1, Integer::sum);
            }
        });
        return taken.entrySet().stream()
                .map(entry -> entry.getKey().formatted(entry.getValue()))
                .toList();
    }

    /** This one, with the last known owner where there is none: a takeover is seen from owner to owner. */
    ShardOwners over(ShardOwners before) {
        SortedMap<Integer, String> merged = new TreeMap<>(before.ownerOfShard);
        ownerOfShard.forEach((shard, owner) -> {
            if (!owner.isEmpty()) {
                merged.put(shard, owner);
            }
        });
        return new ShardOwners(merged);
    }

    private static String ranges(List<Integer> sorted) {
        List<String> ranges = new ArrayList<>();
        int from = sorted.get(0);
        int to = from;
        for (int shard : sorted.subList(1, sorted.size())) {
            if (shard != to + 1) {
                ranges.add(range(from, to));
                from = shard;
            }
            to = shard;
        }
        ranges.add(range(from, to));
        return String.join(",", ranges);
    }

    private static String range(int from, int to) {
        return from == to ? Integer.toString(from) : from + "-" + to;
    }
}
