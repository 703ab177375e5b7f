package dev.latchkey.coordination;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Which member should own which shard. A pure function, so that all nodes that see the same members agree without asking
 * each other.
 *
 * <p>Guarantees: with at least one member every shard is assigned; the members' counts differ by one at most; no more
 * shards leave their holder than that balance demands; the order of the input doesn't matter.
 *
 * <p>Nodes see a handover at different moments: the old holder may still claim a shard that the new one has already
 * published, or neither may. The rules below are chosen so that such half-way views lead to the same result: a member
 * keeps its lowest shards, the others are dealt in ascending order to members in ascending order of their ids.
 */
final class Assignment {
    private Assignment() {}

    /**
     * Assigns shards to members.
     *
     * @param holds member id to the shards it holds; shards that don't exist are ignored, and one that several members
     *     claim counts for the lowest id
     * @param shards number of shards
     * @return shard to member id, empty without members
     */
    static Map<Integer, String> of(Map<String, Set<Integer>> holds, int shards) {
        if (holds.isEmpty()) {
            return Map.of();
        }
        Map<String, List<Integer>> held = held(holds, shards);
        Map<String, Integer> quotas = quotas(held, shards);
        Map<Integer, String> owners = new TreeMap<>();
        held.forEach((id, own) -> own.stream().limit(quotas.get(id)).forEach(shard -> owners.put(shard, id)));
        deal(owners, held.keySet(), quotas, shards);
        return owners;
    }

    private static Map<String, List<Integer>> held(Map<String, Set<Integer>> holds, int shards) {
        Map<String, List<Integer>> held = new TreeMap<>();
        Set<Integer> claimed = new TreeSet<>();
        for (String id : new TreeSet<>(holds.keySet())) {
            held.put(
                    id,
                    holds.get(id).stream()
                            .sorted()
                            .filter(shard -> shard >= 0 && shard < shards && claimed.add(shard))
                            .toList());
        }
        return held;
    }

    /**
     * How many shards each member gets. When they can't be equal the larger shares go to members that hold more than the
     * smaller share: every other choice would move a shard for nothing.
     */
    private static Map<String, Integer> quotas(Map<String, List<Integer>> held, int shards) {
        int share = shards / held.size();
        int larger = shards % held.size();
        List<String> order = new ArrayList<>(held.keySet());
        order.sort(Comparator.comparing((String id) -> held.get(id).size() <= share));
        Map<String, Integer> quotas = new HashMap<>();
        for (String id : order) {
            quotas.put(id, quotas.size() < larger ? share + 1 : share);
        }
        return quotas;
    }

    private static void deal(
            Map<Integer, String> owners, Collection<String> ids, Map<String, Integer> quotas, int shards) {
        Map<String, Integer> missing = new LinkedHashMap<>();
        for (String id : ids) {
            long kept = owners.values().stream().filter(id::equals).count();
            missing.put(id, quotas.get(id) - (int) kept);
        }
        Iterator<String> seats = missing.entrySet().stream()
                .flatMap(entry -> Stream.generate(entry::getKey).limit(entry.getValue()))
                .iterator();
        for (int shard = 0; shard < shards; shard++) {
            if (!owners.containsKey(shard)) {
                owners.put(shard, seats.next());
            }
        }
    }
}
