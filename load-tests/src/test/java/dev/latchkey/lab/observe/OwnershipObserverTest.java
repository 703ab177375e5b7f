package dev.latchkey.lab.observe;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.latchkey.lab.history.Ownership;
import org.junit.jupiter.api.Test;

class OwnershipObserverTest {
    @Test
    void readsOwnersAndEpochsWhereThereAreAny() throws JsonProcessingException {
        String shards = "{\"shards\":[{\"shard\":0,\"owner\":\"node-1\",\"epoch\":7},{\"shard\":1,\"owner\":null,"
                + "\"epoch\":2},{\"shard\":2,\"owner\":\"node-2\"}]}";

        assertThat(OwnershipObserver.read(new ObjectMapper().readTree(shards), 5))
                .containsExactly(
                        new Ownership(0, 5, "node-1", 7),
                        new Ownership(1, 5, "", 2),
                        new Ownership(2, 5, "node-2", -1));
    }
}
