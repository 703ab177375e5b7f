package dev.latchkey.coordination;

import java.time.Instant;
import java.util.Set;

/**
 * A node of the cluster as its ephemeral member node describes it. Immutable.
 *
 * @param id the node's id, unique in the cluster
 * @param adminAddress where its admin port answers, for example {@code http://10.0.0.7:8081}
 * @param version version of the software it runs
 * @param startedAt when its process started, by its own clock
 * @param holds the shards it holds now; the assignment of every member starts from this
 */
public record Member(String id, String adminAddress, String version, Instant startedAt, Set<Integer> holds) {
    public Member {
        holds = Set.copyOf(holds);
    }
}
