package dev.latchkey.coordination;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;

class AssignmentTest {
    /** A cluster in any state: claims may overlap, be missing, or name shards that don't exist. */
    record Cluster(int shards, Map<String, Set<Integer>> holds) {}

    @Property
    void everyShardIsAssignedAndCountsDifferByOneAtMost(@ForAll("clusters") Cluster cluster) {
        Map<Integer, String> owners = Assignment.of(cluster.holds(), cluster.shards());
        assertThat(owners).hasSize(cluster.shards());
        Map<String, Set<Integer>> after = byMember(owners, cluster.holds().keySet());
        List<Integer> counts = after.values().stream().map(Set::size).toList();
        assertThat(Collections.max(counts) - Collections.min(counts)).isLessThanOrEqualTo(1);
    }

    @Property
    void noMoreShardsMoveThanBalanceDemands(@ForAll("clusters") Cluster cluster) {
        Map<Integer, String> holders = holders(cluster);
        Map<Integer, String> owners = Assignment.of(cluster.holds(), cluster.shards());
        long moved = holders.entrySet().stream()
                .filter(held -> !owners.get(held.getKey()).equals(held.getValue()))
                .count();
        assertThat(moved).isEqualTo(leastMoves(holders, cluster));
    }

    @Property
    void orderOfTheInputDoesNotMatter(@ForAll("clusters") Cluster cluster, @ForAll long seed) {
        List<String> ids = new ArrayList<>(cluster.holds().keySet());
        Collections.shuffle(ids, new Random(seed));
        Map<String, Set<Integer>> shuffled = new LinkedHashMap<>();
        for (String id : ids) {
            shuffled.put(id, new HashSet<>(cluster.holds().get(id)));
        }
        assertThat(Assignment.of(shuffled, cluster.shards()))
                .isEqualTo(Assignment.of(cluster.holds(), cluster.shards()));
    }

    @Property
    void applyingTheResultMovesNothing(@ForAll("clusters") Cluster cluster) {
        Map<Integer, String> owners = Assignment.of(cluster.holds(), cluster.shards());
        Map<String, Set<Integer>> applied = byMember(owners, cluster.holds().keySet());
        assertThat(Assignment.of(applied, cluster.shards())).isEqualTo(owners);
    }

    /** While shards are handed over one by one every half-way view must lead where the first one led. */
    @Property
    void aHandoverSeenHalfWayLeadsToTheSameResult(@ForAll("settled") Cluster before, @ForAll long seed) {
        Map<String, Set<Integer>> joined = new TreeMap<>(before.holds());
        joined.put("n-new", Set.of());
        Map<Integer, String> goal = Assignment.of(joined, before.shards());
        Random random = new Random(seed);
        Map<String, Set<Integer>> seen = new TreeMap<>();
        joined.forEach((id, held) -> seen.put(id, new HashSet<>(held)));
        goal.forEach((shard, owner) -> {
            if (!seen.get(owner).contains(shard)) {
                halfWay(seen, shard, owner, random.nextInt(4));
            }
        });
        assertThat(Assignment.of(seen, before.shards())).isEqualTo(goal);
    }

    @Property
    void joinsAndLeavesNeverUnbalanceNorMoveNeedlessly(
            @ForAll("clusters") Cluster cluster, @ForAll @Size(max = 6) List<Boolean> changes) {
        Map<String, Set<Integer>> holds = new TreeMap<>(cluster.holds());
        int joins = 0;
        for (boolean join : changes) {
            if (join && holds.size() < 8) {
                holds.put("joined-" + joins++, Set.of());
            } else if (holds.size() > 1) {
                holds.remove(holds.keySet().iterator().next());
            }
            Cluster now = new Cluster(cluster.shards(), holds);
            everyShardIsAssignedAndCountsDifferByOneAtMost(now);
            noMoreShardsMoveThanBalanceDemands(now);
            holds = byMember(Assignment.of(holds, cluster.shards()), holds.keySet());
        }
    }

    @Example
    void nobodyOwnsAnythingWithoutMembers() {
        assertThat(Assignment.of(Map.of(), 16)).isEmpty();
    }

    @Example
    void aShardThatTwoMembersClaimStaysWithTheLowerId() {
        Map<Integer, String> owners = Assignment.of(Map.of("b", Set.of(0, 1), "a", Set.of(1)), 2);
        assertThat(owners).isEqualTo(Map.of(0, "b", 1, "a"));
    }

    private static void halfWay(Map<String, Set<Integer>> seen, int shard, String owner, int stage) {
        if (stage == 1 || stage == 2) {
            seen.values().forEach(held -> held.remove(shard));
        }
        if (stage == 2 || stage == 3) {
            seen.get(owner).add(shard);
        }
    }

    private static Map<Integer, String> holders(Cluster cluster) {
        Map<Integer, String> holders = new HashMap<>();
        new TreeMap<>(cluster.holds())
                .forEach((id, held) -> held.stream()
                        .filter(shard -> shard >= 0 && shard < cluster.shards())
                        .forEach(shard -> holders.putIfAbsent(shard, id)));
        return holders;
    }

    /** Tries every choice of the members that get the larger share. */
    private static int leastMoves(Map<Integer, String> holders, Cluster cluster) {
        List<String> ids = List.copyOf(cluster.holds().keySet());
        List<Integer> held = ids.stream()
                .map(id -> Collections.frequency(holders.values(), id))
                .toList();
        int share = cluster.shards() / ids.size();
        int larger = cluster.shards() % ids.size();
        int least = Integer.MAX_VALUE;
        for (int choice = 0; choice < 1 << ids.size(); choice++) {
            if (Integer.bitCount(choice) == larger) {
                int moves = 0;
                for (int i = 0; i < ids.size(); i++) {
                    int quota = share + (choice >> i & 1);
                    moves += Math.max(0, held.get(i) - quota);
                }
                least = Math.min(least, moves);
            }
        }
        return least;
    }

    private static Map<String, Set<Integer>> byMember(Map<Integer, String> owners, Set<String> ids) {
        Map<String, Set<Integer>> holds = new TreeMap<>();
        ids.forEach(id -> holds.put(id, new HashSet<>()));
        owners.forEach((shard, id) -> holds.get(id).add(shard));
        return holds;
    }

    @Provide
    Arbitrary<Cluster> clusters() {
        Arbitrary<Set<Integer>> claims =
                Arbitraries.integers().between(-1, 40).set().ofMaxSize(30);
        Arbitrary<Map<String, Set<Integer>>> holds = Arbitraries.maps(
                        Arbitraries.strings().alpha().ofMinLength(1).ofMaxLength(3), claims)
                .ofMinSize(1)
                .ofMaxSize(8);
        return Combinators.combine(Arbitraries.integers().between(1, 40), holds).as(Cluster::new);
    }

    /** A cluster at rest: every shard is held by the member it is assigned to. */
    @Provide
    Arbitrary<Cluster> settled() {
        return clusters().map(any -> {
            Map<Integer, String> owners = Assignment.of(any.holds(), any.shards());
            return new Cluster(any.shards(), byMember(owners, any.holds().keySet()));
        });
    }
}
