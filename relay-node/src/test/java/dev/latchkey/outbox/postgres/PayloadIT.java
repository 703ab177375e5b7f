package dev.latchkey.outbox.postgres;

import static dev.latchkey.outbox.postgres.OutboxDatabase.ALL_SHARDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.coordination.ShardMap;
import dev.latchkey.outbox.Batch;
import dev.latchkey.outbox.OutboxEvent;
import dev.latchkey.outbox.ProgressMark;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys and payloads leave the outbox byte for byte, and a batch stays within its bound in bytes. */
class PayloadIT {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "null",
                "{}",
                "[]",
                "\"str\"",
                "5",
                "1.0",
                "12345678901234567890",
                "0.1234567890123456789",
                "1e400",
                "{ \"b\": 1,\n \"a\": \"ü\u202eé\uD83D\uDE00\" }",
                "not json at all"
            })
    void textGoesOutAsItStands(String payload) throws Exception {
        assertThat(roundTrip("text", payload)).isEqualTo(payload.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.0", "1e400", "12345678901234567890", "{\"a\": \"\\u0000\"}", "{\"b\":1, \"b\":2}"})
    void jsonGoesOutAsItWasWritten(String payload) throws Exception {
        assertThat(roundTrip("json", payload)).isEqualTo(payload.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void jsonbGoesOutAsTheColumnsText() throws Exception {
        assertThat(roundTrip("jsonb", "{\"bb\":1.0,\"a\":12345678901234567890}"))
                .isEqualTo("{\"a\": 12345678901234567890, \"bb\": 1.0}".getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"hex", "escape"})
    void everyByteOfABinaryPayloadArrives(String output) throws Exception {
        byte[] all = new byte[256];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) i;
        }
        try (OutboxDatabase database = withPayloadType("bytea")) {
            database.execute("alter database " + databaseName(database) + " set bytea_output = " + output);
            insert(database, "k", all, "?");
            assertThat(read(database).get(0).payload()).isEqualTo(all);
        }
    }

    @Test
    void nullsStayNull() throws Exception {
        try (OutboxDatabase database = OutboxDatabase.create(SettleMode.DELETE)) {
            database.execute(
                    "insert into outbox (id, aggregatetype, type) values (gen_random_uuid(), 'order', 'Changed')");
            OutboxEvent event = read(database).get(0);
            assertThat(event.key()).isNull();
            assertThat(event.payload()).isNull();
            assertThat(event.headers()).isNull();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a/b", "\u0645\u200f", "\uD83D\uDE00", "e\u0301", "\u00e9"})
    void aKeyArrivesAsItIsAndItsSlotIsTheFirstByteOfItsMd5(String key) throws Exception {
        try (OutboxDatabase database = withPayloadType("text")) {
            insert(database, key, "p", "?");
            OutboxEvent event = read(database).get(0);
            assertThat(event.key()).isEqualTo(key.getBytes(StandardCharsets.UTF_8));
            byte[] digest = java.security.MessageDigest.getInstance("MD5").digest(event.key());
            assertThat(event.slot()).isEqualTo(digest[0] & 0xff);
        }
    }

    @Test
    void aBatchIsBoundedInBytesAndStillMakesProgress() throws Exception {
        try (OutboxDatabase database = withPayloadType("bytea")) {
            byte[] large = new byte[300_000];
            new java.util.Random(1).nextBytes(large);
            for (int i = 0; i < 10; i++) {
                insert(database, "k", large, "?");
            }
            PostgresOutboxes outboxes = outboxes(database, 1_000_000);
            database.fence(outboxes).open("lane", "node-1", new ProgressMark(0, -1));
            var outbox = outboxes.forLane("lane", System::nanoTime);
            List<Integer> sizes = new ArrayList<>();
            for (Batch batch = outbox.next(ALL_SHARDS); !batch.isEmpty(); batch = outbox.next(ALL_SHARDS)) {
                sizes.add(batch.events().size());
                outbox.settle(batch.refs(), new ProgressMark(0, sizes.size()));
            }
            assertThat(sizes).allMatch(size -> size <= 4);
            assertThat(sizes.stream().mapToInt(size -> size).sum()).isEqualTo(10);
        }
    }

    private static byte[] roundTrip(String type, String payload) throws Exception {
        try (OutboxDatabase database = withPayloadType(type)) {
            insert(database, "k", payload, "?::" + type);
            return read(database).get(0).payload();
        }
    }

    private static OutboxDatabase withPayloadType(String type) throws Exception {
        OutboxDatabase database = OutboxDatabase.create(SettleMode.DELETE);
        database.execute("alter table outbox alter column payload type " + type + " using null");
        return database;
    }

    private static String databaseName(OutboxDatabase database) throws Exception {
        try (Connection connection = database.connect()) {
            return connection.getCatalog();
        }
    }

    private static void insert(OutboxDatabase database, String key, Object payload, String parameter) throws Exception {
        String sql =
                "insert into outbox (id, aggregatetype, aggregateid, type, payload) values (gen_random_uuid(), 'order', ?, 'Changed', "
                        + parameter + ")";
        try (Connection connection = database.connect();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, key);
            statement.setObject(2, payload);
            statement.executeUpdate();
        }
    }

    private static List<OutboxEvent> read(OutboxDatabase database) throws Exception {
        return outboxes(database, 4 << 20)
                .forLane("reader", System::nanoTime)
                .next(ALL_SHARDS)
                .events();
    }

    private static PostgresOutboxes outboxes(OutboxDatabase database, long bytes) throws Exception {
        return PostgresOutboxes.open(
                database.lanes(),
                OutboxTable.DEFAULT,
                new OutboxOptions(false, true, 0, 100, bytes, Duration.ofHours(1)),
                new ShardMap(OutboxDatabase.SHARDS),
                database.alarms());
    }
}
