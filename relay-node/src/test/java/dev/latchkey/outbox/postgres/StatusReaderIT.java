package dev.latchkey.outbox.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.latchkey.coordination.ShardMap;
import dev.latchkey.failure.RetryableFailure;
import dev.latchkey.lab.server.PostgresServer;
import dev.latchkey.lab.server.PostgresSettings;
import dev.latchkey.lab.server.Servers;
import dev.latchkey.outbox.ClusterStatus.Backlog;
import dev.latchkey.outbox.ClusterStatus.ShardLine;
import dev.latchkey.outbox.postgres.StatusReader.Bounds;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StatusReaderIT {
    private static final ShardMap TWO_SHARDS = new ShardMap(2);
    private static PostgresServer server;

    @BeforeAll
    static void start() {
        server = Servers.embedded().postgres(PostgresSettings.defaults());
        server.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static StatusReader reader(RelayTables tables, SettleMode settle, Bounds bounds) {
        return new StatusReader(
                tables.dataSource(), OutboxTable.DEFAULT, settle == SettleMode.MARK, TWO_SHARDS, bounds);
    }

    private static void insert(RelayTables tables, int events, String key) throws SQLException {
        tables.run("insert into outbox (aggregateid) select '%s' from generate_series(1, %d)".formatted(key, events));
    }

    /** A key of each shard: the slot of "a" is 12, that of "b" is 146. */
    private static void insertBoth(RelayTables tables, int ofFirst, int ofSecond) throws SQLException {
        insert(tables, ofFirst, "a");
        insert(tables, ofSecond, "b");
    }

    @Test
    void countsEveryShardExactlyWithinTheBounds() throws Exception {
        RelayTables tables = RelayTables.create(server, SettleMode.DELETE, 2);
        insertBoth(tables, 3, 10_000);

        Map<Integer, Backlog> backlog =
                reader(tables, SettleMode.DELETE, Bounds.DEFAULT).backlog();

        assertThat(backlog.get(0).unsent()).isEqualTo(3);
        assertThat(backlog.get(0).capped()).isFalse();
        assertThat(backlog.get(1).unsent()).isEqualTo(10_000);
        assertThat(backlog.get(1).capped()).isFalse();
    }

    @Test
    void showsNoMoreThanTenThousandOfAShard() throws Exception {
        RelayTables tables = RelayTables.create(server, SettleMode.DELETE, 2);
        insertBoth(tables, 10_001, 3);

        Map<Integer, Backlog> backlog =
                reader(tables, SettleMode.DELETE, Bounds.DEFAULT).backlog();

        assertThat(backlog.get(0).unsent()).isEqualTo(10_000);
        assertThat(backlog.get(0).capped()).isTrue();
        assertThat(backlog.get(1).capped()).isFalse();
    }

    @Test
    void claimsNothingExactWhenThePassWasCut() throws Exception {
        RelayTables tables = RelayTables.create(server, SettleMode.DELETE, 2);
        insertBoth(tables, 50, 5);

        Map<Integer, Backlog> backlog = reader(tables, SettleMode.DELETE, new Bounds(50, 10_000, Duration.ofSeconds(3)))
                .backlog();

        assertThat(backlog.get(0)).matches(shard -> shard.unsent() == 50 && shard.capped());
        assertThat(backlog.get(1)).matches(shard -> shard.unsent() == 0 && shard.capped());
    }

    @Test
    void leavesStampedRowsOut() throws Exception {
        RelayTables tables = RelayTables.create(server, SettleMode.MARK, 2);
        insertBoth(tables, 4, 2);
        tables.run("update outbox set published_at = now() where aggregateid = 'b'");

        Map<Integer, Backlog> backlog =
                reader(tables, SettleMode.MARK, Bounds.DEFAULT).backlog();

        assertThat(backlog.get(0).unsent()).isEqualTo(4);
        assertThat(backlog.get(1)).isEqualTo(new Backlog(0, false, null));
    }

    @Test
    void tellsTheAgeOfTheOldestByTheDatabasesClock() throws Exception {
        RelayTables tables = RelayTables.create(server, SettleMode.DELETE, 2);
        insert(tables, 1, "a");
        tables.run("insert into outbox (aggregateid, xact_at) values ('a', now() - interval '90 s')");

        Map<Integer, Backlog> backlog =
                reader(tables, SettleMode.DELETE, Bounds.DEFAULT).backlog();

        assertThat(backlog.get(0).oldestAgeSeconds()).isCloseTo(90, within(20.0));
        assertThat(backlog.get(1).oldestAgeSeconds()).isNull();
    }

    @Test
    void givesUpAtItsOwnTimeoutWhenTheTableIsLocked() throws Exception {
        RelayTables tables = RelayTables.create(server, SettleMode.DELETE, 2);
        StatusReader reader = reader(tables, SettleMode.DELETE, new Bounds(100, 10, Duration.ofMillis(200)));
        try (Connection other = tables.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("lock table outbox in access exclusive mode");

            assertThatThrownBy(reader::backlog)
                    .isInstanceOf(RetryableFailure.class)
                    .hasMessageContaining("57014");
            assertThat(reader.shards()).hasSize(2);
            other.rollback();
        }
    }

    @Test
    void tellsOwnerEpochStateAndErrorOfEveryShard() throws Exception {
        RelayTables tables = RelayTables.create(server, SettleMode.DELETE, 2);
        tables.run("insert into latchkey.lane (id, node) values ('lane-x', 'node-1')");
        tables.run("""
                update latchkey.shard set epoch = 3, lane = 'lane-x', state = 'halted', published = 7,
                  last_error = 'too large', reported_at = now() - interval '5 s'
                where shard = 1
                """);

        List<ShardLine> lines =
                reader(tables, SettleMode.DELETE, Bounds.DEFAULT).shards();

        assertThat(lines.get(0)).isEqualTo(new ShardLine(0, 0, null, null, 0, null, null));
        assertThat(lines.get(1))
                .usingRecursiveComparison()
                .ignoringFields("reportedSecondsAgo")
                .isEqualTo(new ShardLine(1, 3, "node-1", "halted", 7, "too large", null));
        assertThat(lines.get(1).reportedSecondsAgo()).isCloseTo(5, within(20.0));
    }
}
