package dev.latchkey.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class StatusTableTest {
    @Test
    void showsNodesShardsAndOwnersInColumns() throws Exception {
        JsonNode nodes = json("{'nodes': [{'id': 'node-1', 'adminAddress': 'http://a:8081'}]}");
        JsonNode shards = json("""
                {'shards': [
                  {'shard': 0, 'slots': '0-127', 'owner': 'node-1', 'epoch': 3, 'state': 'active', 'unsent': 1200,
                   'unsentCapped': true, 'oldestAgeSeconds': 0.44, 'published': 123, 'lastError': null},
                  {'shard': 1, 'slots': '128-255', 'owner': null, 'unsent': 0, 'lastError': 'broker\\naway'}]}""");

        assertThat(StatusTable.of(nodes, shards)).isEqualTo("""
                        NODE    ADDRESS        SHARDS
                        node-1  http://a:8081  1

                        SHARD  SLOTS    OWNER   EPOCH  STATE   UNSENT  OLDEST  PUBLISHED  LAST ERROR
                        0      0-127    node-1  3      active  1200+   0.4s    123        -
                        1      128-255  -       -      -       0       -       -          broker away
                        """);
    }

    @Test
    void anAnswerOfAnotherShapeShowsAsEmptyTables() throws Exception {
        assertThat(StatusTable.of(json("[]"), json("{}"))).startsWith("NODE").contains("SHARD");
    }

    private static JsonNode json(String text) throws Exception {
        return new ObjectMapper().readTree(text.replace('\'', '"'));
    }
}
