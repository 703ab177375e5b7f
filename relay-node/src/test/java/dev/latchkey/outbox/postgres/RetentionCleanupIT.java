package dev.latchkey.outbox.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.failure.RelayFailure;
import dev.latchkey.lab.server.PostgresServer;
import dev.latchkey.lab.server.PostgresSettings;
import dev.latchkey.lab.server.Servers;
import dev.latchkey.outbox.postgres.RetentionCleanup.Retention;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RetentionCleanupIT {
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

    private static RelayTables tables() throws SQLException {
        return RelayTables.create(server, SettleMode.MARK, 1);
    }

    private static RetentionCleanup cleanup(RelayTables tables, int batch) {
        return new RetentionCleanup(
                tables.dataSource(),
                OutboxTable.DEFAULT,
                new Retention(Duration.ofHours(1), Duration.ofMinutes(1), batch));
    }

    private static void insert(RelayTables tables, int rows, String key, String publishedAt) throws SQLException {
        tables.run("""
                insert into outbox (aggregateid, xact_at, published_at)
                select '%s', now() - interval '30 days', %s from generate_series(1, %d)
                """.formatted(key, publishedAt, rows));
    }

    private static int cleanAll(RetentionCleanup cleanup) throws RelayFailure {
        int all = 0;
        int deleted;
        do {
            deleted = cleanup.deleteBatch();
            all += deleted;
        } while (deleted > 0);
        return all;
    }

    @Test
    void pendingRowsSurviveHoweverOld() throws Exception {
        RelayTables tables = tables();
        insert(tables, 5, "pending", "null");
        insert(tables, 5, "recent", "now() - interval '59 min'");
        insert(tables, 5, "expired", "now() - interval '61 min'");

        assertThat(cleanAll(cleanup(tables, 100))).isEqualTo(5);

        assertThat(tables.query("select distinct aggregateid from outbox order by 1"))
                .containsExactly("pending", "recent");
    }

    @Test
    void deletesNoMoreThanABatchAtATime() throws Exception {
        RelayTables tables = tables();
        insert(tables, 25, "expired", "now() - interval '1 day'");
        RetentionCleanup cleanup = cleanup(tables, 10);

        assertThat(cleanup.deleteBatch()).isEqualTo(10);
        assertThat(cleanup.deleteBatch()).isEqualTo(10);
        assertThat(cleanup.deleteBatch()).isEqualTo(5);
        assertThat(cleanup.deleteBatch()).isZero();
    }

    @Test
    void doesNotWaitForRowsThatAnotherCleanerHolds() throws Exception {
        RelayTables tables = tables();
        insert(tables, 20, "expired", "now() - interval '1 day'");
        try (Connection other = tables.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("select from outbox where seq <= 8 for update");

            assertThat(cleanAll(cleanup(tables, 10))).isEqualTo(12);
            other.rollback();
        }
        assertThat(cleanAll(cleanup(tables, 10))).isEqualTo(8);
    }

    @Test
    void twoAtOnceShareTheWorkWithoutADeadlock() throws Exception {
        RelayTables tables = tables();
        insert(tables, 20_000, "expired", "now() - interval '1 day'");
        ExecutorService cleaners = Executors.newFixedThreadPool(2);
        try {
            Callable<Integer> work = () -> cleanAll(cleanup(tables, 37));
            List<Future<Integer>> deleted = cleaners.invokeAll(List.of(work, work));

            assertThat(deleted.get(0).get() + deleted.get(1).get()).isEqualTo(20_000);
            assertThat(tables.query("select count(*) from outbox")).containsExactly("0");
        } finally {
            cleaners.shutdownNow();
        }
    }
}
