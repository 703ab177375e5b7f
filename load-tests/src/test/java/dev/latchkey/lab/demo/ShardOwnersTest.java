package dev.latchkey.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ShardOwnersTest {
    @Test
    void readsAnArrayAndAnObjectThatHoldsOne() throws JsonProcessingException {
        String shards = "[{\"shard\":0,\"owner\":\"node-1\"},{\"shard\":1,\"owner\":null},{\"shard\":2}]";
        ObjectMapper json = new ObjectMapper();

        ShardOwners plain = ShardOwners.read(json.readTree(shards));
        ShardOwners wrapped = ShardOwners.read(json.readTree("{\"cluster\":\"demo\",\"shards\":" + shards + "}"));

        assertThat(plain.compact()).isEqualTo("nobody 1-2  node-1 0");
        assertThat(wrapped).isEqualTo(plain);
    }

    @Test
    void joinsNeighbours() {
        assertThat(owners("a", "a", "b", "a", "b", "b").compact()).isEqualTo("a 0-1,3  b 2,4-5");
        assertThat(ShardOwners.UNKNOWN.compact()).isEqualTo("(no node answers)");
    }

    @Test
    void tellsATakeoverOnceEvenWhenNobodyOwnedTheShardInBetween() {
        ShardOwners before = owners("a", "a", "b");
        ShardOwners between = owners("", "", "b");
        ShardOwners after = owners("b", "b", "b");

        assertThat(between.takeoversSince(before)).isEmpty();
        ShardOwners remembered = between.over(before);
        assertThat(after.takeoversSince(remembered)).isEqualTo(List.of("b took over 2 of a's shards"));
        assertThat(after.takeoversSince(after.over(remembered))).isEmpty();
    }

    private static ShardOwners owners(String... byShard) {
        SortedMap<Integer, String> owners = new TreeMap<>();
        for (int shard = 0; shard < byShard.length; shard++) {
            owners.put(shard, byShard[shard]);
        }
        return new ShardOwners(owners);
    }
}
