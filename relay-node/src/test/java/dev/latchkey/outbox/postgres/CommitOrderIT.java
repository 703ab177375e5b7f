package dev.latchkey.outbox.postgres;

import static dev.latchkey.outbox.postgres.OutboxDatabase.ALL_SHARDS;
import static dev.latchkey.outbox.postgres.OutboxDatabase.drain;
import static dev.latchkey.outbox.postgres.OutboxDatabase.insert;
import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.outbox.Outbox;
import dev.latchkey.outbox.OutboxEvent;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Events leave the outbox in the order in which their transactions committed, whatever the order of the inserts. */
class CommitOrderIT {
    private OutboxDatabase database;

    @BeforeEach
    void createDatabase() throws SQLException {
        database = OutboxDatabase.create(SettleMode.DELETE);
    }

    @AfterEach
    void closeDatabase() {
        database.close();
    }

    @Test
    void whatCommittedFirstGoesFirstThoughItWasInsertedLast() throws Exception {
        Outbox outbox = database.outbox("lane", 100);
        try (Connection early = open();
                Connection late = open()) {
            insert(early, "k", "inserted first");
            insert(late, "k", "inserted last");
            late.commit();
            early.commit();
        }
        assertThat(labels(drain(outbox))).containsExactly("inserted last", "inserted first");
    }

    @Test
    void nothingRolledBackIsSeen() throws Exception {
        Outbox outbox = database.outbox("lane", 100);
        try (Connection connection = open()) {
            insert(connection, "k", "gone");
            connection.rollback();
            insert(connection, "k", "stays");
            connection.commit();
        }
        assertThat(labels(drain(outbox))).containsExactly("stays");
    }

    @Test
    void aHugeTransactionBeyondEveryBatchKeepsItsOrderAndItsPlace() throws Exception {
        Outbox outbox = database.outbox("lane", 1000);
        try (Connection huge = open();
                Connection small = open()) {
            insert(small, "k", "before");
            small.commit();
            try (var statement = huge.createStatement()) {
                statement.execute("""
                        insert into outbox (id, aggregatetype, aggregateid, type, payload)
                        select gen_random_uuid(), 'order', 'k', 'Changed', to_jsonb(i::text) from generate_series(1, 25000) i
                        """);
            }
            insert(small, "k", "meanwhile");
            small.commit();
            huge.commit();
            insert(small, "k", "after");
            small.commit();
        }
        List<String> labels = labels(drain(outbox));
        assertThat(labels).hasSize(25_003);
        assertThat(labels.subList(0, 3)).containsExactly("before", "meanwhile", "1");
        assertThat(labels.subList(25_000, 25_003)).containsExactly("24999", "25000", "after");
    }

    @Test
    void anUpdateOfAPendingRowDoesNotMoveIt() throws Exception {
        Outbox outbox = database.outbox("lane", 100);
        try (Connection connection = open()) {
            insert(connection, "k", "one");
            connection.commit();
            insert(connection, "k", "two");
            connection.commit();
        }
        database.execute("update outbox set type = 'Touched' where payload = '\"one\"'");
        assertThat(labels(drain(outbox))).containsExactly("one", "two");
    }

    /**
     * Overlapping transactions on a few keys, committed in an order that has nothing to do with their inserts, one after
     * the other, so that the order of their commits is known for certain.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 50, 1000})
    void aBacklogLargerThanABatchLeavesInCommitOrder(int batchRows) throws Exception {
        Outbox outbox = database.outbox("lane", batchRows);
        Map<String, List<String>> expected = writeOverlapping(new Random(batchRows), 400);
        assertThat(byKey(drain(outbox))).isEqualTo(expected);
    }

    /** The same while the relay reads: what was published early must not have had to wait for a row not yet visible. */
    @ParameterizedTest
    @ValueSource(ints = {3, 20, 500})
    void readingWhileOthersWriteKeepsCommitOrder(int batchRows) throws Exception {
        Outbox outbox = database.outbox("lane", batchRows);
        List<Map<String, List<String>>> expected = new ArrayList<>();
        Thread writer = new Thread(() -> expected.add(writeOverlapping(new Random(batchRows), 400)));
        writer.start();
        List<OutboxEvent> seen = new ArrayList<>();
        while (writer.isAlive()) {
            seen.addAll(drain(outbox));
        }
        writer.join();
        seen.addAll(drain(outbox));
        assertThat(byKey(seen)).isEqualTo(expected.get(0));
        assertThat(database.alarms().hiddenRows).isZero();
    }

    private Map<String, List<String>> writeOverlapping(Random random, int transactions) {
        Map<String, List<String>> committed = new HashMap<>();
        Deque<Writer> open = new ArrayDeque<>();
        try {
            for (int begun = 0; begun < transactions || !open.isEmpty(); ) {
                if (begun < transactions && (open.isEmpty() || random.nextInt(12) > open.size())) {
                    open.add(new Writer(open(), "t" + begun++));
                } else if (random.nextInt(3) > 0) {
                    Writer writer = pick(open, random);
                    writer.insert("k" + random.nextInt(5));
                    open.add(writer);
                } else {
                    pick(open, random).end(random.nextInt(10) > 0, committed);
                }
            }
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
        return committed;
    }

    private static Writer pick(Deque<Writer> open, Random random) {
        for (int i = random.nextInt(open.size()); i > 0; i--) {
            open.add(open.remove());
        }
        return open.remove();
    }

    /** A transaction under way. */
    private static final class Writer {
        private final Connection connection;
        private final String name;
        private final List<String[]> inserted = new ArrayList<>();

        Writer(Connection connection, String name) {
            this.connection = connection;
            this.name = name;
        }

        void insert(String key) throws SQLException {
            String label = name + "." + inserted.size();
            OutboxDatabase.insert(connection, key, label);
            inserted.add(new String[] {key, label});
        }

        void end(boolean commit, Map<String, List<String>> committed) throws SQLException {
            try (connection) {
                if (!commit) {
                    connection.rollback();
                    return;
                }
                connection.commit();
                inserted.forEach(event -> committed
                        .computeIfAbsent(event[0], key -> new ArrayList<>())
                        .add(event[1]));
            }
        }
    }

    private Connection open() throws SQLException {
        Connection connection = database.connect();
        connection.setAutoCommit(false);
        return connection;
    }

    private static Map<String, List<String>> byKey(List<OutboxEvent> events) {
        Map<String, List<String>> byKey = new HashMap<>();
        for (OutboxEvent event : events) {
            byKey.computeIfAbsent(new String(event.key(), StandardCharsets.UTF_8), key -> new ArrayList<>())
                    .add(label(event));
        }
        return byKey;
    }

    private static List<String> labels(List<OutboxEvent> events) {
        return events.stream().map(CommitOrderIT::label).toList();
    }

    private static String label(OutboxEvent event) {
        return new String(event.payload(), StandardCharsets.UTF_8).replace("\"", "");
    }

    @Test
    void eventsThatWereNotSettledAreReadAgain() throws Exception {
        Outbox outbox = database.outbox("lane", 10);
        try (Connection connection = open()) {
            insert(connection, "k", "one");
            connection.commit();
        }
        assertThat(outbox.next(ALL_SHARDS).events()).hasSize(1);
        assertThat(outbox.next(ALL_SHARDS).events()).hasSize(1);
    }
}
